/** How a language writes the values of JSON. */
export interface Dialect {
  readonly indent: string
  readonly object: readonly [open: string, close: string]
  readonly list: readonly [open: string, close: string]
  /** A name with what separates it from its value. */
  readonly key: (name: string) => string
  readonly text: (text: string) => string
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly endsWithComma: boolean
}

/** A value of JSON as source text; short ones on one line. */
export function literal(value: unknown, dialect: Dialect, depth = 0): string {
  if (value === null || value === undefined) return dialect.words.null
  if (typeof value === 'boolean') return dialect.words[value ? 'true' : 'false']
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return dialect.text(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((entry) => literal(entry, dialect, depth + 1))
    : Object.entries(value).map(([name, held]) => dialect.key(name) + literal(held, dialect, depth + 1))
  return enclosed(parts, isList ? dialect.list : dialect.object, dialect, depth)
}

const lineMax = 60

function enclosed(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  { indent, endsWithComma }: Dialect,
  depth: number,
): string {
  const inLine = parts.join(', ')
  const space = open === '{' && parts.length > 0 ? ' ' : ''
  if (inLine.length + depth * indent.length <= lineMax && !inLine.includes('\n'))
    return open + space + inLine + space + close
  const inner = indent.repeat(depth + 1)
  const comma = endsWithComma ? ',' : ''
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}${comma}\n${indent.repeat(depth)}${close}`
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const hasControls = (text: string) => /\p{Cc}/u.test(text)
const json = (text: string) => JSON.stringify(text)

export const javascript: Dialect = {
  indent: '  ',
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${/^[A-Za-z_$][\w$]*$/u.test(name) ? name : quoted(name)}: `,
  text: (text) => (hasControls(text) ? json(text) : quoted(text)),
  words: { true: 'true', false: 'false', null: 'null' },
  endsWithComma: true,
}

export const python: Dialect = {
  indent: '    ',
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${json(name)}: `,
  text: json,
  words: { true: 'True', false: 'False', null: 'None' },
  endsWithComma: true,
}

export const php: Dialect = {
  indent: '    ',
  object: ['[', ']'],
  list: ['[', ']'],
  key: (name) => `${quoted(name)} => `,
  text: (text) => (hasControls(text) ? json(text).replaceAll('$', String.raw`\$`) : quoted(text)),
  words: { true: 'true', false: 'false', null: 'null' },
  endsWithComma: true,
}

export const ruby: Dialect = {
  indent: '  ',
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => (/^[a-z_]\w*$/iu.test(name) ? `${name}: ` : `${json(name)} => `),
  text: (text) => (hasControls(text) ? json(text).replaceAll('#', String.raw`\#`) : quoted(text)),
  words: { true: 'true', false: 'false', null: 'nil' },
  endsWithComma: false,
}
