import type { Field, Shape } from './describe-shape.ts'
import type { Operation } from './read-reference.ts'
import { requestOf } from './samples/request.ts'
import { writeSample } from './samples/write-samples.ts'
import { whoMayCall } from './who-may-call.ts'

/** A page of the reference as Markdown, with its title. Addresses of other pages have no language. */
export function writeOperation(operation: Operation, serverUrl: string): string {
  const { title, method, path, summary, parameters, body, answers, problems, example, rateLimits } = operation
  const sections = [
    `# ${title}`,
    `\`${method} ${path}\``,
    summary,
    '## Who may call',
    whoMayCall(operation)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    ...(rateLimits.length > 0
      ? ['## Rate limits', rateLimits.map((limit) => `- ${limitInWords(limit)}`).join('\n')]
      : []),
    ...(parameters.length > 0
      ? ['## Parameters', parameters.map((one) => fieldLines(one, 0, ` in the ${one.in}`)).join('\n')]
      : []),
    ...(body
      ? ['## Body', `As ${body.mediaTypes.map((type) => `\`${type}\``).join(', ')}.`, shapeLines(body.shape)]
      : []),
    '## Answers',
    ...answers.flatMap(({ status, description, shape }) => [
      `### ${status}`,
      description,
      ...(shape === undefined ? [] : [shapeLines(shape)]),
    ]),
    ...(problems.length > 0
      ? [
          '## Problems',
          problems
            .map(({ status, codes }) => `- ${status}: ${codes.map((code) => `[${code}](/errors/${code})`).join(', ')}`)
            .join('\n'),
        ]
      : []),
    '## Example',
    fence('sh', writeSample('curl', requestOf(operation, serverUrl))),
    ...(example.answer === undefined
      ? []
      : [`Answer, status ${example.status}:`, fence('json', `${JSON.stringify(example.answer, null, 2)}\n`)]),
  ]
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`
}

/** Such as “20 in 60 seconds for each account”. */
export function limitInWords({ limit, seconds, per, counts }: Operation['rateLimits'][number]): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const amount = seconds / size
  const time = amount === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `in ${amount} ${unit}s`
  const whom = per === 'everybody' ? 'for everybody together' : `for each ${per}`
  return `${limit.toLocaleString('en')} ${time} ${whom}${counts === undefined ? '' : `: ${counts}`}`
}

const units: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

function shapeLines(shape: Shape): string {
  const own = shape.fields.map((field) => fieldLines(field, 0))
  const variants = shape.variants.map((variant) =>
    [`- \`${variant.label}\``, ...variant.fields.map((field) => fieldLines(field, 1))].join('\n'),
  )
  const all = [...own, ...variants]
  return all.length > 0 ? all.join('\n') : factsLine(shape)
}

function fieldLines(field: Field, depth: number, place = ''): string {
  const { name, required, description, variants, fields } = field
  const head = `${'  '.repeat(depth)}- \`${name}\`${place}: ${factsLine(field)}${required ? ', required' : ''}.${description === undefined ? '' : ` ${description}`}`
  return [
    head,
    ...fields.map((one) => fieldLines(one, depth + 1)),
    ...variants.flatMap((variant) => [
      `${'  '.repeat(depth + 1)}- \`${variant.label}\``,
      ...variant.fields.map((one) => fieldLines(one, depth + 2)),
    ]),
  ].join('\n')
}

function factsLine({ type, facts, values }: Shape): string {
  const one = values.length > 0 ? [`one of ${values.map((value) => `\`${value}\``).join(', ')}`] : []
  return [type, ...facts, ...one].join(', ')
}

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\`\`\``
