import type { PatternRule } from '../scan-rule.ts';
import {
  ANY_STRING,
  CONCATENATED,
  FROM_REQUEST,
  NO_RECEIVER,
  OPEN_INTERPOLATION,
  anyArgument,
  call,
  firstArgument,
  receiver,
} from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;

/** Values of a stranger, or put together, where they must not go as they are. */
export const RUBY_INPUT_RULES: readonly PatternRule[] = [
  {
    ...ruby,
    id: 'ruby/sql-with-interpolation',
    why: 'Puts a value into SQL text. Use placeholders: where("name = ?", name).',
    rule: {
      any: [
        call(
          'where|having|find_by_sql|exists\\?|delete_all|update_all|count_by_sql|joins|order|reorder|group|pluck|select|from',
          { has: { field: 'receiver', regex: '.' } },
          firstArgument({
            all: [
              ANY_STRING,
              { has: OPEN_INTERPOLATION },
              {
                regex:
                  '(?i)(?:=|<|>|\\bLIKE|\\bIN\\s*\\(|SELECT\\s|ORDER\\s+BY)\\s*[\'"%(]*#\\{|\\bSELECT\\b.*\\bFROM\\b',
              },
            ],
          }),
        ),
        call(
          'execute|exec_query|exec_params|exec|query|select_all|select_value|select_values|select_rows|select_one|exec_update|exec_delete|find_by_sql|prepare',
          { has: { field: 'receiver', regex: '.' } },
          firstArgument({
            any: [
              {
                all: [
                  { kind: 'string' },
                  { has: OPEN_INTERPOLATION },
                  {
                    regex:
                      '(?i)\\b(?:SELECT\\b.*\\bFROM|INSERT\\s+INTO|UPDATE\\b.*\\bSET|DELETE\\s+FROM)\\b.*(?:=|<|>|LIKE|VALUES|\\bIN|BY)\\s*[\'"%(]*\\s*#\\{',
                  },
                ],
              },
              { all: [CONCATENATED, { regex: '(?i)^"(?:SELECT|INSERT|UPDATE|DELETE)\\s' }] },
            ],
          }),
        ),
      ],
    },
    flags: [
      'User.where("name = \'#{params[:name]}\'")',
      'db.execute("SELECT * FROM t WHERE id = #{id}")',
      'User.order("name").where("age > #{age}")',
      'db.query("SELECT * FROM t WHERE a = " + value)',
    ],
    ignores: [
      'User.where("name = ?", name)',
      'User.where(name: name)',
      'db.execute("SELECT * FROM t WHERE id = #{Integer(id)}")',
      'db.execute("SELECT #{COLUMNS} FROM t")',
      'list.select { |x| "#{x}" }',
    ],
  },
  {
    ...ruby,
    id: 'ruby/redirect-from-request',
    why: 'Sends the visitor wherever the link says. Redirect to a path of this site only.',
    rule: call('redirect_to|redirect', NO_RECEIVER, firstArgument(FROM_REQUEST), {
      not: anyArgument({
        regex: 'only_path|allow_other_host: false|\\.path$|id\\]$|request\\.(?:referer|referrer|url|fullpath)',
      }),
    }),
    flags: ['redirect_to params[:return_to]', 'def go\n  target = params[:url]\n  redirect_to target\nend'],
    ignores: [
      'redirect_to root_path',
      'redirect_to user_path(params[:id])',
      'redirect_to params[:url], allow_other_host: false',
    ],
  },
  {
    ...ruby,
    id: 'ruby/file-from-request',
    why: 'The request chooses which file is read or written. Take File.basename and a fixed folder, or look it up.',
    rule: {
      any: [
        call(
          'read|open|new|binread|readlines|write|binwrite|delete|unlink|foreach',
          receiver('(?:::)?(?:File|IO|Pathname)'),
          firstArgument(FROM_REQUEST),
        ),
        call('send_file', NO_RECEIVER, firstArgument(FROM_REQUEST)),
        call('rm|rm_rf|rm_r', receiver('FileUtils'), firstArgument(FROM_REQUEST)),
      ],
    },
    flags: [
      'File.read(params[:path])',
      'send_file "/uploads/#{params[:name]}"',
      'def show\n  name = params[:name]\n  File.read(name)\nend',
    ],
    ignores: ['File.read("a.txt")', 'File.read(File.basename(params[:path]))'],
  },
  {
    ...ruby,
    id: 'ruby/raw-html-from-request',
    why: 'Writes a value of the request into the page as HTML. Let the template escape it.',
    rule: {
      any: [
        call('html_safe', { has: { field: 'receiver', ...FROM_REQUEST } }),
        call('raw', NO_RECEIVER, firstArgument(FROM_REQUEST)),
        call(
          'render',
          NO_RECEIVER,
          anyArgument({
            kind: 'pair',
            all: [{ has: { field: 'key', regex: '^html$' } }, { has: { field: 'value', ...FROM_REQUEST } }],
          }),
        ),
      ],
    },
    flags: ['params[:bio].html_safe', 'raw(params[:bio])', '"<b>#{params[:name]}</b>".html_safe'],
    ignores: ['"<br>".html_safe', 'raw("<br>")', 'h(params[:bio])'],
  },
  {
    ...ruby,
    id: 'ruby/mass-assignment',
    why: 'permit! lets a request set every attribute, role and owner included. Name the attributes.',
    rule: call('permit!', receiver('params(?:\\[.*\\]|\\.require\\(.*\\))?')),
    flags: ['User.new(params.require(:user).permit!)', 'params.permit!'],
    ignores: ['params.require(:user).permit(:name)'],
  },
];
