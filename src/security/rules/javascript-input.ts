import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import { CONCATENATED, FROM_REQUEST, INTERPOLATED, anyArgument, call, firstArgument } from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;

/** Values of a stranger, or put together, where they must not go as they are. */
export const JAVASCRIPT_INPUT_RULES: readonly PatternRule[] = [
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
