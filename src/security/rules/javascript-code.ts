import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import {
  BUILT,
  CONCATENATED,
  FROM_REQUEST,
  INTERPOLATED,
  VALUE,
  anyArgument,
  assignment,
  call,
  construct,
  firstArgument,
  lastArgument,
} from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;
const PROCESS = '(?:child_?[pP]rocess|cp|shell|shelljs|proc)';

/** Text that becomes code, a command, a query or markup. */
export const JAVASCRIPT_CODE_RULES: readonly PatternRule[] = [
  {
    ...javascript,
    id: 'javascript/eval-of-value',
    why: 'Runs a value as code. Parse it with JSON.parse, or look the function up in a fixed table.',
    rule: {
      any: [
        call('(?:(?:window|global|globalThis|self)\\.)?eval|\\(0, ?eval\\)', firstArgument(VALUE)),
        call('setTimeout|setInterval|window\\.setTimeout|window\\.setInterval', firstArgument(BUILT)),
      ],
    },
    flags: ['eval(code)', 'eval("run(" + name + ")")', 'setTimeout(`go(${id})`, 10)'],
    ignores: ['eval("1 + 1")', 'model.eval(x)', 'setTimeout(() => go(id), 10)'],
  },
  {
    ...javascript,
    id: 'javascript/function-from-text',
    level: 'note',
    why: 'Compiles text into a function: whoever writes the text writes the program.',
    rule: {
      any: [
        construct('Function', lastArgument(VALUE)),
        call('vm\\.(?:runInThisContext|runInNewContext|runInContext)', firstArgument(VALUE)),
        construct('vm\\.Script', firstArgument(VALUE)),
      ],
    },
    flags: ['new Function("a", body)', 'vm.runInNewContext(code, {})'],
    ignores: ['new Function("return 1")', 'new FunctionList(a)'],
  },
  {
    ...javascript,
    id: 'javascript/code-from-request',
    why: 'Runs or loads what the request names. Look it up in a fixed table.',
    rule: {
      any: [
        construct('Function', lastArgument(FROM_REQUEST)),
        call('require|import|vm\\.\\w+|Function', firstArgument(FROM_REQUEST)),
        construct('vm\\.Script|RegExp', firstArgument(FROM_REQUEST)),
        call('RegExp', firstArgument(FROM_REQUEST)),
      ],
    },
    flags: ['new Function(req.body.code)', 'require(req.query.plugin)', 'new RegExp(req.query.q)'],
    ignores: ['require("./a")', 'new RegExp(escape(req.query.q))'],
  },
  {
    ...javascript,
    id: 'javascript/shell-with-interpolation',
    why: 'Puts a value into a shell command line. Use execFile with an argument array.',
    rule: {
      any: [
        call(
          `(?:${PROCESS}\\.)?(?:exec|execSync)|execAsync|(?:require\\(.child_process.\\)|require\\(.node:child_process.\\))\\.(?:exec|execSync)`,
          firstArgument({ any: [INTERPOLATED, CONCATENATED] }),
        ),
        call(
          `(?:${PROCESS}\\.)?(?:spawn|spawnSync|execFile|execFileSync)`,
          firstArgument(BUILT),
          anyArgument({ kind: 'pair', regex: '^shell\\s*:\\s*(?:true|.*sh.)$' }),
        ),
      ],
    },
    noteInTests: true,
    flags: [
      'exec(`ls ${dir}`)',
      'child_process.execSync("rm " + file)',
      'spawn(`tar ${file}`, { shell: true })',
      "require('child_process').exec('cat ' + name)",
    ],
    ignores: [
      'execFile("ls", [dir])',
      'pattern.exec(`a${b}`)',
      'exec("ls")',
      'exec(`ls ${shellEscape(dir)}`)',
      'spawn("tar", [file])',
    ],
  },
  {
    ...javascript,
    id: 'javascript/shell-from-request',
    why: 'Hands a value of the request to a shell. Use a fixed program with an argument array.',
    rule: call(
      `(?:${PROCESS}\\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync)`,
      firstArgument(FROM_REQUEST),
    ),
    flags: ['exec(req.query.cmd)', 'app.get("/", (req) => { const cmd = req.query.cmd; exec(cmd) })'],
    ignores: ['exec("date")', 'regex.exec(req.url)'],
  },
  {
    ...javascript,
    id: 'javascript/sql-with-interpolation',
    why: 'Puts a value into SQL text. Use placeholders: query("… WHERE id = $1", [id]).',
    rule: {
      any: [
        {
          kind: 'call_expression',
          all: [
            {
              has: {
                field: 'function',
                regex:
                  '\\.(?:query|execute|raw|all|get|run|each|exec|prepare|\\$queryRawUnsafe|\\$executeRawUnsafe|queryRaw)$',
              },
            },
            firstArgument({
              any: [
                {
                  ...INTERPOLATED,
                  regex:
                    '(?is)^.\\s*(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*(?:=|<|>|LIKE|VALUES|\\bIN|BY)\\s*[\'"%(]*\\s*\\$\\{',
                },
                {
                  ...CONCATENATED,
                  regex:
                    '(?is)^.\\s*(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*(?:=|<|>|LIKE|VALUES|\\bIN|BY)',
                },
              ],
            }),
          ],
        },
        {
          any: [
            { kind: 'variable_declarator', has: { field: 'name', regex: '(?i)(?:sql|query)$' } },
            { kind: 'assignment_expression', has: { field: 'left', regex: '(?i)(?:sql|query)$' } },
          ],
          has: {
            any: [INTERPOLATED, CONCATENATED],
            regex: '(?is)^.\\s*(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*=\\s*[\'"]',
          },
        },
      ],
    },
    flags: [
      'db.query(`SELECT * FROM users WHERE id = ${id}`)',
      'pool.query("SELECT * FROM users WHERE name = \'" + name + "\'")',
      'const sql = "SELECT * FROM t WHERE a = \'" + a + "\'"',
    ],
    ignores: [
      'db.query("SELECT * FROM users WHERE id = $1", [id])',
      'sql`SELECT * FROM users WHERE id = ${id}`',
      'db.query(`SELECT * FROM ${TABLE}`)',
      'list.get(`a = ${b}`)',
    ],
  },
  {
    ...javascript,
    id: 'javascript/query-operator-from-request',
    why: 'A request body can hold operators such as $ne. Convert each field to a string first.',
    rule: {
      any: [
        {
          kind: 'pair',
          all: [
            { has: { field: 'key', regex: '^["\']?\\$where["\']?$' } },
            { has: { field: 'value', any: [INTERPOLATED, CONCATENATED, FROM_REQUEST] } },
          ],
        },
        {
          kind: 'call_expression',
          all: [
            {
              has: { field: 'function', regex: '\\.(?:find|findOne|findOneAndUpdate|updateOne|deleteOne|deleteMany)$' },
            },
            firstArgument({ kind: 'member_expression', regex: '^req\\.(?:body|query)$' }),
          ],
        },
      ],
    },
    flags: ['users.find({ $where: `this.a == ${a}` })', 'User.findOne(req.body)'],
    ignores: ['users.find({ name: String(req.body.name) })', 'list.find(isOdd)'],
  },
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
    id: 'javascript/unsafe-deserialization',
    why: 'Builds functions out of data. Read JSON instead.',
    rule: {
      any: [
        call('(?:serialize|nodeSerialize|node_serialize|serializer)\\.unserialize', firstArgument(VALUE)),
        call('yaml\\.load', anyArgument({ kind: 'pair', regex: 'DEFAULT_FULL_SCHEMA|unsafe' })),
        call('require\\(.(?:node-serialize|funcster|serialize-to-js).\\)\\.\\w+', firstArgument(VALUE)),
      ],
    },
    flags: ['serialize.unserialize(cookie)', 'yaml.load(text, { schema: yaml.DEFAULT_FULL_SCHEMA })'],
    ignores: ['JSON.parse(cookie)', 'yaml.load(text)'],
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
  {
    ...javascript,
    id: 'javascript/file-from-request',
    why: 'The request chooses which file is read or written. Take path.basename and a fixed folder.',
    rule: {
      any: [
        call(
          '(?:fs|fsp|fs\\.promises|fsPromises)\\.(?:readFile|readFileSync|writeFile|writeFileSync|createReadStream|createWriteStream|unlink|unlinkSync|readdir|rm|rmSync|appendFile)',
          firstArgument(FROM_REQUEST),
        ),
        call('res\\.(?:sendFile|download|sendfile)', firstArgument({ ...FROM_REQUEST, not: { regex: 'basename' } }), {
          not: anyArgument({ kind: 'pair', regex: '^root' }),
        }),
      ],
    },
    flags: [
      'fs.readFile(req.query.path, done)',
      'res.sendFile("/files/" + req.params.name)',
      'fs.readFileSync(path.join(dir, req.query.file))',
    ],
    ignores: [
      'fs.readFile("a.txt", done)',
      'fs.readFile(path.basename(req.query.path), done)',
      'res.sendFile(req.params.name, { root: dir })',
    ],
  },
  {
    ...javascript,
    id: 'javascript/fetch-from-request',
    why: 'The request chooses the address that this server calls, inner ones included. Allow a fixed list of hosts.',
    rule: call(
      'fetch|axios|axios\\.(?:get|post|put|request)|got|got\\.(?:get|post)|http\\.get|https\\.get|needle\\.get|superagent\\.get',
      firstArgument({
        any: [
          {
            any: [{ kind: 'member_expression' }, { kind: 'subscript_expression' }],
            regex: '^(?:req|request|ctx)\\.(?:query|body)',
          },
          { kind: 'identifier', all: [FROM_REQUEST], regex: '(?i)ur[il]|host|target|endpoint' },
        ],
      }),
    ),
    flags: ['axios.get(req.query.url)', 'app.get("/", (req) => { const url = req.query.url; fetch(url) })'],
    ignores: ['fetch("https://example.com")', 'fetch(config.url)'],
  },
];
