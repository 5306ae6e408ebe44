import type { PatternRule } from '../scan-rule.ts';
import { BUILT, FROM_REQUEST, VALUE, anyArgument, call, firstArgument, keyword } from './python-shapes.ts';

const python = { languages: ['python'], level: 'blocking' } as const;

/** Text that becomes code, a command or objects. */
export const PYTHON_EXECUTION_RULES: readonly PatternRule[] = [
  {
    ...python,
    id: 'python/eval-of-value',
    why: 'Runs a value as Python. Use ast.literal_eval or json.loads, or look the function up in a fixed table.',
    rule: {
      any: [
        call('eval', firstArgument({ ...VALUE, not: { regex: '^compile\\(|\\bcode\\b.*co_|__file__' } }), {
          not: { has: { field: 'arguments', has: { nthChild: 2 } } },
        }),
        call(
          'exec',
          firstArgument({
            any: [FROM_REQUEST, BUILT, { kind: 'identifier', regex: '(?i)user|input|request|payload|command|expr' }],
          }),
        ),
        call('eval', firstArgument(FROM_REQUEST)),
      ],
    },
    noteInTests: true,
    flags: ['eval(expression)', 'eval(request.args["q"])', 'exec(f"x = {value}")', 'exec(user_code)'],
    ignores: ['eval("1 + 1")', 'ast.literal_eval(text)', 'model.eval()', 'exec(compile(source, name, "exec"), space)'],
  },
  {
    ...python,
    id: 'python/shell-with-interpolation',
    why: 'Puts a value into a shell command line. Pass a list and leave shell off.',
    rule: {
      any: [
        call(
          'os\\.(?:system|popen)|commands\\.getoutput|subprocess\\.(?:getoutput|getstatusoutput)',
          firstArgument(BUILT),
        ),
        call(
          '(?:subprocess|sp)\\.(?:run|call|Popen|check_call|check_output)|Popen|check_output|check_call',
          firstArgument(BUILT),
          anyArgument(keyword('shell', 'True')),
        ),
      ],
    },
    noteInTests: true,
    flags: [
      'os.system(f"ls {path}")',
      'os.system("ls " + path)',
      'subprocess.run(f"tar {name}", shell=True)',
      'subprocess.call("ls %s" % path, shell=True)',
      'os.popen("ls {}".format(path))',
    ],
    ignores: [
      'subprocess.run(["ls", path])',
      'os.system("ls")',
      'os.system("ls " + shlex.quote(path))',
      'subprocess.run(f"{name}")',
    ],
  },
  {
    ...python,
    id: 'python/shell-from-request',
    why: 'Hands a value of the request or of the keyboard to a shell. Use a fixed program with a list of arguments.',
    rule: {
      any: [
        call('os\\.(?:system|popen)', firstArgument(FROM_REQUEST)),
        call('subprocess\\.(?:run|call|Popen|check_call|check_output)', firstArgument(FROM_REQUEST)),
        call(
          'subprocess\\.(?:run|call|Popen|check_call|check_output)',
          firstArgument({ kind: 'identifier', regex: '(?i)^(?:user_?(?:input|cmd|command)|cmd_?from.*|request.*)$' }),
          anyArgument(keyword('shell', 'True')),
        ),
      ],
    },
    flags: [
      'os.system(request.args.get("cmd"))',
      'def go():\n    cmd = request.args["cmd"]\n    subprocess.run(cmd, shell=True)',
    ],
    ignores: ['os.system("date")', 'subprocess.run(["ls"])'],
  },
  {
    ...python,
    id: 'python/shell-on',
    level: 'note',
    why: 'Runs the value through a shell, where ; and $( ) have a meaning. Pass a list and leave shell off.',
    rule: call(
      '(?:subprocess|sp)\\.(?:run|call|Popen|check_call|check_output)',
      firstArgument({ any: [{ kind: 'identifier' }, { kind: 'attribute' }, { kind: 'subscript' }] }),
      anyArgument(keyword('shell', 'True')),
    ),
    flags: ['subprocess.run(command, shell=True)'],
    ignores: ['subprocess.run(command)', 'subprocess.run("ls", shell=True)'],
  },
  {
    ...python,
    id: 'python/unpickle-from-stranger',
    why: 'Unpickling runs code that the data chooses. Read JSON instead.',
    rule: call(
      '(?:c?[pP]ickle|_pickle|dill|cloudpickle|jsonpickle|marshal)\\.(?:loads|decode)',
      firstArgument({
        any: [
          FROM_REQUEST,
          {
            any: [{ kind: 'identifier' }, { kind: 'attribute' }, { kind: 'call' }, { kind: 'subscript' }],
            regex:
              '(?i)b64decode|\\brecv\\b|\\.body\\b|cookie|request|payload|user|upload|^data$|^raw$|\\.content$|redis|cache',
          },
        ],
      }),
    ),
    noteInTests: true,
    flags: [
      'pickle.loads(request.data)',
      'pickle.loads(base64.b64decode(value))',
      'pickle.loads(payload)',
      'marshal.loads(data)',
    ],
    ignores: ['json.loads(payload)', 'pickle.dumps(x)', 'pickle.loads(pickle.dumps(x))'],
  },
  {
    ...python,
    id: 'python/unpickle',
    level: 'note',
    why: 'Unpickling runs code that the data chooses: only for files that nobody else can write. Prefer JSON.',
    rule: {
      any: [
        call(
          '(?:c?[pP]ickle|_pickle|dill|cloudpickle)\\.(?:load|Unpickler)|(?:pd|pandas)\\.read_pickle|shelve\\.open|joblib\\.load',
          firstArgument({ regex: '.' }),
        ),
        call('torch\\.load', { not: anyArgument(keyword('weights_only', 'True')) }),
      ],
    },
    flags: ['pickle.load(f)', 'pd.read_pickle(path)', 'torch.load(path)'],
    ignores: ['json.load(f)', 'pickle.dump(x, f)', 'torch.load(path, weights_only=True)'],
  },
  {
    ...python,
    id: 'python/unsafe-yaml',
    why: 'Builds any object that the YAML names. Use yaml.safe_load.',
    rule: {
      any: [
        call(
          'yaml\\.(?:load|load_all)',
          firstArgument(VALUE),
          { not: anyArgument({ regex: '^(?:Loader=)?(?:[\\w.]+\\.)?C?(?:Safe|Base)Loader$|\\b[sS]afe|_safe' }) },
          {
            not: {
              has: {
                field: 'arguments',
                has: {
                  nthChild: 2,
                  not: { regex: '(?i)(?:Unsafe|Full|yaml\\.)C?Loader|^Loader=(?:yaml\\.)?(?:Unsafe|Full|C)?Loader' },
                },
              },
            },
          },
        ),
        call('yaml\\.(?:unsafe_load|unsafe_load_all)', firstArgument(VALUE)),
      ],
    },
    noteInTests: true,
    flags: [
      'yaml.load(text)',
      'yaml.load(f, Loader=yaml.Loader)',
      'yaml.unsafe_load(text)',
      'yaml.load(f, Loader=yaml.UnsafeLoader)',
    ],
    ignores: [
      'yaml.safe_load(text)',
      'yaml.load(f, Loader=yaml.SafeLoader)',
      'yaml.load(f, yaml.CSafeLoader)',
      'yaml.load(f, Loader=OurLoader)',
    ],
  },
  {
    ...python,
    id: 'python/template-from-value',
    why: 'Compiles a template out of a value: whoever writes it runs code. Render a fixed template with values.',
    rule: {
      any: [
        call('(?:flask\\.)?render_template_string', firstArgument({ any: [FROM_REQUEST, BUILT] })),
        call('(?:jinja2\\.)?Template|Environment\\(.*\\)\\.from_string', firstArgument(FROM_REQUEST)),
      ],
    },
    flags: [
      'render_template_string(request.args["t"])',
      'render_template_string(f"<h1>{name}</h1>")',
      'Template(request.form["t"])',
    ],
    ignores: ['render_template_string(TEMPLATE, name=name)', 'render_template("a.html", name=request.args["n"])'],
  },
];
