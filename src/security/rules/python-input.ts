import type { PatternRule } from '../scan-rule.ts';
import { BUILT, FROM_REQUEST, assignment, call, firstArgument } from './python-shapes.ts';

const python = { languages: ['python'], level: 'blocking' } as const;
const SQL =
  '(?is)(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*(?:=|<|>|LIKE|VALUES|\\bIN|BY)\\s*[\'"(]*\\s*(?:%s|%\\(|\\{|[\'"]\\s*\\+)';

/** Values of a stranger, or put together, where they must not go as they are. */
export const PYTHON_INPUT_RULES: readonly PatternRule[] = [
  {
    ...python,
    id: 'python/sql-with-interpolation',
    why: 'Puts a value into SQL text. Use placeholders: execute("… WHERE id = %s", (id,)).',
    rule: {
      any: [
        {
          kind: 'call',
          all: [
            {
              has: {
                field: 'function',
                regex:
                  '\\.(?:execute|executemany|executescript|raw|read_sql|read_sql_query|fetch|fetchrow|text)$|^text$',
              },
            },
            firstArgument({ ...BUILT, regex: SQL }),
          ],
        },
        assignment('(?i:\\w*(?:sql|query|statement))', {
          ...BUILT,
          regex:
            '(?is)(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*=\\s*[\'"](?:%s|\\{|["\']\\s*\\+)',
        }),
      ],
    },
    flags: [
      'cursor.execute(f"SELECT * FROM t WHERE id = {id}")',
      'cursor.execute("SELECT * FROM t WHERE id = %s" % id)',
      'db.execute("SELECT * FROM t WHERE a = \'" + a + "\'")',
      'cur.execute("DELETE FROM t WHERE id = {}".format(id))',
      'query = f"SELECT * FROM t WHERE a = \'{a}\'"',
    ],
    ignores: [
      'cursor.execute("SELECT * FROM t WHERE id = %s", (id,))',
      'cursor.execute(f"SELECT * FROM {TABLE}")',
      'print(f"SELECT one FROM {x}")',
    ],
  },
  {
    ...python,
    id: 'python/html-from-value',
    why: 'Marks a value as safe HTML without escaping it. Use format_html, or let the template escape.',
    rule: {
      any: [
        call('mark_safe|Markup|markupsafe\\.Markup', firstArgument({ any: [BUILT, FROM_REQUEST] })),
        { kind: 'return_statement', has: { any: [BUILT], all: [FROM_REQUEST, { regex: '<[a-zA-Z]' }] } },
      ],
    },
    flags: [
      'mark_safe(f"<b>{name}</b>")',
      'Markup("<b>%s</b>" % name)',
      'def a():\n    return "<h1>" + request.args["n"] + "</h1>"',
    ],
    ignores: ['mark_safe("<b>")', 'format_html("<b>{}</b>", name)', 'mark_safe(f"<b>{escape(name)}</b>")'],
  },
  {
    ...python,
    id: 'python/redirect-from-request',
    why: 'Sends the visitor wherever the link says. Redirect to a path of this site only.',
    rule: call(
      '(?:flask\\.)?redirect|HttpResponseRedirect|RedirectResponse',
      firstArgument({ ...FROM_REQUEST, not: { regex: 'url_for|reverse\\(|request\\.(?:path|META)' } }),
    ),
    flags: [
      'redirect(request.args.get("next"))',
      'def a():\n    target = request.args["u"]\n    return redirect(target)',
    ],
    ignores: ['redirect("/home")', 'redirect(url_for("a", n=request.args["n"]))'],
  },
  {
    ...python,
    id: 'python/file-from-request',
    why: 'The request chooses which file is read or written. Use secure_filename and a fixed folder.',
    rule: {
      any: [
        call(
          'open|io\\.open|(?:flask\\.)?send_file|os\\.(?:remove|unlink|listdir)|shutil\\.rmtree',
          firstArgument(FROM_REQUEST),
        ),
      ],
    },
    flags: [
      'open(request.args["path"])',
      'send_file("/files/" + request.args["name"])',
      'open(os.path.join(root, request.args["f"]))',
    ],
    ignores: ['open("a.txt")', 'open(secure_filename(request.args["path"]))'],
  },
  {
    ...python,
    id: 'python/fetch-from-request',
    why: 'The request chooses the address that this server calls, inner ones included. Allow a fixed list of hosts.',
    rule: call(
      '(?:requests|httpx)\\.(?:get|post|put|head|delete)|urllib\\.request\\.urlopen|urlopen',
      firstArgument({ ...FROM_REQUEST, not: { regex: '^f?["\']https?://[^{"\']+/' } }),
    ),
    flags: ['requests.get(request.args["url"])', 'urlopen(request.form["u"])'],
    ignores: ['requests.get("https://example.com")', 'requests.get(settings.url)'],
  },
];
