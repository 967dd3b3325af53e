/** One line of what /metrics serves. */
export interface Sample {
  readonly metric: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/u
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/gu

/** Reads the text format of Prometheus, version 0.0.4, as far as this product writes it: without times of its own. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((row) => {
    const [, metric, labels = '', value = ''] = line.exec(row) ?? []
    return metric === undefined ? [] : [{ metric, labels: readLabels(labels), value: numberOf(value) }]
  })
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(label)].map(([, name = '', quoted = '']) => [name, quoted.replaceAll(/\\(.)/gu, unescapeOne)]),
  )
}

const unescapeOne = (_all: string, letter: string): string => (letter === 'n' ? '\n' : letter)

function numberOf(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text)
}
