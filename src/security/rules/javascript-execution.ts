import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import {
  BUILT,
  CONCATENATED,
  FROM_REQUEST,
  INTERPOLATED,
  VALUE,
  anyArgument,
  call,
  construct,
  firstArgument,
  lastArgument,
} from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;
const PROCESS = '(?:child_?[pP]rocess|cp|shell|shelljs|proc)';

/** Text that becomes code, a command or objects. */
export const JAVASCRIPT_EXECUTION_RULES: readonly PatternRule[] = [
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
];
