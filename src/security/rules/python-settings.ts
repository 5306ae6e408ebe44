import type { PatternRule } from '../scan-rule.ts';
import { anyArgument, assignment, call, keyword } from './python-shapes.ts';

const python = { languages: ['python'], level: 'blocking' } as const;

/** A safe default switched off, a debugger left. */
export const PYTHON_SETTINGS_RULES: readonly PatternRule[] = [
  {
    ...python,
    id: 'python/predictable-temporary-file',
    why: 'Another account can put its own file there first. Use tempfile.mkstemp or NamedTemporaryFile.',
    rule: call('tempfile\\.mktemp|os\\.tempnam|os\\.tmpnam'),
    noteInTests: true,
    flags: ['tempfile.mktemp()'],
    ignores: ['tempfile.mkstemp()', 'tempfile.mkdtemp()'],
  },
  {
    ...python,
    id: 'python/debugger-in-service',
    why: 'The debug console runs any code that a visitor types. Leave debug off.',
    rule: {
      kind: 'call',
      all: [
        { has: { field: 'function', regex: '^(?:app|application|server|\\w*_app)\\.run$' } },
        anyArgument(keyword('debug', 'True')),
      ],
    },
    noteInTests: true,
    flags: ['app.run(debug=True)', 'app.run(host="0.0.0.0", debug=True)'],
    ignores: ['app.run()', 'app.run(debug=settings.debug)', 'asyncio.run(main(), debug=True)'],
  },
  {
    ...python,
    id: 'python/autoescape-off',
    why: 'Templates write values into the page as HTML. Turn autoescape on.',
    rule: call('(?:jinja2\\.)?Environment', anyArgument(keyword('autoescape', 'False'))),
    noteInTests: true,
    flags: ['Environment(autoescape=False)', 'jinja2.Environment(loader=loader, autoescape=False)'],
    ignores: ['Environment(autoescape=True)', 'Environment(autoescape=select_autoescape())'],
  },
  {
    ...python,
    id: 'python/external-xml-entities',
    why: 'Lets an XML document read files of this machine. Use defusedxml, or leave entities off.',
    rule: call(
      '(?:lxml\\.)?(?:etree\\.)?XMLParser|etree\\.iterparse',
      anyArgument({ any: [keyword('resolve_entities|load_dtd', 'True'), keyword('no_network', 'False')] }),
    ),
    noteInTests: true,
    flags: ['etree.XMLParser(resolve_entities=True)', 'etree.XMLParser(no_network=False)'],
    ignores: ['etree.XMLParser(resolve_entities=False)'],
  },
  {
    ...python,
    id: 'python/world-writable',
    why: 'Lets every account of the machine change the file. Give the owner alone the right to write.',
    rule: call(
      'os\\.(?:chmod|fchmod)|\\w+\\.chmod',
      anyArgument({ kind: 'integer', regex: '^0o[0-7]?[67][0-7][2367]$' }),
    ),
    noteInTests: true,
    flags: ['os.chmod(path, 0o777)', 'path.chmod(0o666)'],
    ignores: ['os.chmod(path, 0o755)'],
  },
  {
    ...python,
    id: 'python/cookie-without-protection',
    why: 'The cookie can be read by a script or over plain HTTP. Leave secure and httponly on.',
    rule: {
      any: [
        {
          kind: 'call',
          all: [
            { has: { field: 'function', regex: '\\.set_cookie$' } },
            anyArgument(keyword('secure|httponly', 'False')),
          ],
        },
        assignment('(?:SESSION|CSRF|REMEMBER)_COOKIE_(?:SECURE|HTTPONLY)', { kind: 'false' }),
      ],
    },
    noteInTests: true,
    flags: ['response.set_cookie("a", token, httponly=False)', 'SESSION_COOKIE_HTTPONLY = False'],
    ignores: ['response.set_cookie("a", token, httponly=True, secure=True)', 'SESSION_COOKIE_SECURE = True'],
  },
  {
    ...python,
    id: 'python/archive-without-filter',
    level: 'note',
    why: 'An archive can name files outside of the folder. Pass filter="data".',
    rule: {
      kind: 'call',
      all: [
        { has: { field: 'function', regex: '(?i)^(?:tar|tarfile\\.open\\(.*\\)|archive|tf|t)\\.extractall$' } },
        { not: anyArgument(keyword('filter', '.+')) },
      ],
    },
    flags: ['tar.extractall(path)'],
    ignores: ['tar.extractall(path, filter="data")'],
  },
  {
    ...python,
    id: 'python/forgery-protection-off',
    level: 'note',
    why: 'Other sites can post in the name of a visitor. Right for an API with tokens only.',
    rule: { kind: 'decorator', has: { regex: '^csrf_exempt$' } },
    flags: ['@csrf_exempt\ndef a(request):\n    pass'],
    ignores: ['@login_required\ndef a(request):\n    pass'],
  },
  {
    ...python,
    id: 'python/debugger-left',
    level: 'note',
    why: 'Stops the program and waits for a person. Take it out.',
    rule: { any: [call('breakpoint'), call('i?pdb\\.set_trace')] },
    flags: ['breakpoint()', 'pdb.set_trace()'],
    ignores: ['breakpoints()', 'parser.set_trace()'],
  },
];
