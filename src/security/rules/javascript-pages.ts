import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import { FROM_REQUEST, VALUE, assignment, call, firstArgument } from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;

/** Values that become markup, or an address to go to. */
export const JAVASCRIPT_PAGE_RULES: readonly PatternRule[] = [
  {
    ...javascript,
    id: 'javascript/html-from-stranger',
    why: 'Writes a value of the request or the address bar into the page as HTML. Use textContent, or sanitize it.',
    rule: {
      any: [
        assignment('\\.(?:innerHTML|outerHTML)', FROM_REQUEST),
        {
          kind: 'call_expression',
          all: [
            {
              has: {
                field: 'function',
                regex:
                  '(?:^document\\.(?:write|writeln)|\\.insertAdjacentHTML|^\\$\\(.*\\)\\.(?:html|append|prepend))$',
              },
            },
            { has: { field: 'arguments', has: FROM_REQUEST } },
          ],
        },
        {
          kind: 'call_expression',
          all: [
            { has: { field: 'function', regex: '^res(?:ponse)?\\.(?:send|write|end)$' } },
            firstArgument({
              all: [
                { any: [{ kind: 'template_string' }, { kind: 'binary_expression' }] },
                FROM_REQUEST,
                { regex: '<[a-zA-Z]' },
              ],
            }),
          ],
        },
      ],
    },
    flags: [
      'el.innerHTML = location.hash',
      'document.write(location.search)',
      'res.send(`<h1>${req.query.name}</h1>`)',
      'el.innerHTML = "<b>" + window.location.hash',
    ],
    ignores: [
      'el.textContent = location.hash',
      'el.innerHTML = DOMPurify.sanitize(location.hash)',
      'res.json(req.body)',
    ],
  },
  {
    ...javascript,
    id: 'javascript/html-from-value',
    level: 'note',
    why: 'Becomes markup as it is: safe only where nobody else writes the value. Prefer textContent, or sanitize it.',
    rule: {
      any: [
        assignment('\\.(?:innerHTML|outerHTML)', { ...VALUE, not: { regex: '(?i)sanitize|escape|purify' } }),
        call('document\\.(?:write|writeln)', firstArgument({ ...VALUE, not: { regex: '(?i)sanitize|escape|purify' } })),
        {
          kind: 'pair',
          all: [
            { has: { field: 'key', regex: '^__html$' } },
            { has: { field: 'value', ...VALUE, not: { regex: '(?i)sanitize|escape|purify' } } },
          ],
        },
      ],
    },
    flags: ['el.innerHTML = name', 'document.write(html)', 'const a = { __html: text }'],
    ignores: ['el.innerHTML = ""', 'el.innerHTML = DOMPurify.sanitize(name)', 'const a = { __html: sanitize(text) }'],
  },
  {
    ...javascript,
    id: 'javascript/redirect-from-request',
    why: 'Sends the visitor wherever the link says. Redirect to a path of this site only.',
    rule: {
      any: [
        call('res\\.redirect|response\\.redirect|ctx\\.redirect|reply\\.redirect', {
          has: {
            field: 'arguments',
            has: { ...FROM_REQUEST, not: { regex: '\\.(?:originalUrl|url|path|params)\\b' } },
          },
        }),
        assignment('(?:window\\.)?location(?:\\.href)?', {
          kind: 'call_expression',
          regex: 'URLSearchParams\\(.*\\)\\.get\\(',
        }),
      ],
    },
    flags: [
      'res.redirect(req.query.next)',
      'app.get("/", (req, res) => { const next = req.query.next; res.redirect(next) })',
    ],
    ignores: ['res.redirect("/home")', 'res.redirect(req.originalUrl)'],
  },
];
