import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import { call, pair } from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;

/** A safe default switched off, a debugger left. */
export const JAVASCRIPT_SETTINGS_RULES: readonly PatternRule[] = [
  {
    ...javascript,
    id: 'javascript/cookie-without-protection',
    why: 'The cookie can be read by a script or over plain HTTP. Leave secure and httpOnly on.',
    rule: {
      ...pair('httpOnly|secure', 'false'),
      inside: {
        stopBy: 'end',
        any: [
          { kind: 'pair', has: { field: 'key', regex: '(?i)cookie' } },
          {
            kind: 'call_expression',
            has: {
              field: 'function',
              regex: '(?i)(?:\\.cookie|cookies?\\.set|setCookie|cookieSession|^session|cookie\\.serialize)$',
            },
          },
        ],
      },
    },
    noteInTests: true,
    flags: [
      'res.cookie("a", token, { httpOnly: false })',
      'session({ secret: env.s, cookie: { secure: false } })',
      'cookies.set("a", "b", { secure: false })',
    ],
    ignores: ['res.cookie("a", token, { httpOnly: true, secure: true })', 'connect({ secure: false })'],
  },
  {
    ...javascript,
    id: 'javascript/world-writable',
    why: 'Lets every account of the machine change the file. Give the owner alone the right to write.',
    rule: call('(?:fs|fsp|fs\\.promises)\\.(?:chmod|chmodSync|fchmod)', {
      has: { field: 'arguments', has: { nthChild: 2, regex: '^["\']?(?:0o?)?[0-7]?[67][0-7][2367]["\']?$' } },
    }),
    noteInTests: true,
    flags: ['fs.chmodSync(path, 0o777)', "fs.chmod(path, '666', done)"],
    ignores: ['fs.chmodSync(path, 0o755)'],
  },
  {
    ...javascript,
    id: 'javascript/external-xml-entities',
    why: 'Lets an XML document read files of this machine. Leave entities off.',
    rule: {
      ...pair('noent|resolveExternals|replaceEntities', 'true'),
      inside: { stopBy: 'end', kind: 'call_expression', regex: '(?i)xml' },
    },
    flags: ['libxml.parseXml(text, { noent: true })'],
    ignores: ['libxml.parseXml(text, { noent: false })', 'configure({ noent: true })'],
  },
  {
    ...javascript,
    id: 'javascript/open-browser-window',
    why: 'Gives a web page the rights of the desktop program. Keep contextIsolation on and nodeIntegration off.',
    rule: {
      any: [
        pair('nodeIntegration|nodeIntegrationInWorker|enableRemoteModule', 'true'),
        pair('contextIsolation|webSecurity', 'false'),
      ],
      inside: { stopBy: 'end', kind: 'pair', has: { field: 'key', regex: '^webPreferences$' } },
    },
    noteInTests: true,
    flags: [
      'new BrowserWindow({ webPreferences: { nodeIntegration: true } })',
      'new BrowserWindow({ webPreferences: { contextIsolation: false } })',
    ],
    ignores: ['new BrowserWindow({ webPreferences: { nodeIntegration: false } })', 'const a = { webSecurity: false }'],
  },
  {
    ...javascript,
    id: 'javascript/any-origin-with-credentials',
    why: 'Any site can read answers in the name of the visitor. Name the origins.',
    rule: {
      kind: 'object',
      all: [{ has: pair('origin', 'true|["\']\\*["\']') }, { has: pair('credentials', 'true') }],
    },
    noteInTests: true,
    flags: ["app.use(cors({ origin: '*', credentials: true }))", 'cors({ origin: true, credentials: true })'],
    ignores: ["cors({ origin: '*' })", "cors({ origin: 'https://a.example', credentials: true })"],
  },
  {
    ...javascript,
    id: 'javascript/message-to-any-origin',
    level: 'note',
    why: 'Any page that holds the window reads the message. Name the origin.',
    rule: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '\\.postMessage$' } },
        { has: { field: 'arguments', has: { nthChild: 2, regex: '^["\']\\*["\']$' } } },
      ],
    },
    flags: ["parent.postMessage(data, '*')"],
    ignores: ["parent.postMessage(data, 'https://a.example')", 'worker.postMessage(data)'],
  },
  {
    ...javascript,
    id: 'javascript/debugger-left',
    level: 'note',
    why: 'Stops the program where a debugger is attached. Take it out.',
    rule: { kind: 'debugger_statement' },
    flags: ['debugger;'],
    ignores: ['const debuggerPort = 1;'],
  },
];
