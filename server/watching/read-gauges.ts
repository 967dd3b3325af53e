import { Gauge, type Registry } from 'prom-client'

/** Values of one gauge: a number, or one for each set of labels. Null for one that nobody can tell now. */
export type GaugeValues =
  | number
  | null
  | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]

interface GaugeText<Key extends string> {
  readonly key: Key
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
}

/**
 * Gauges whose values one question answers, asked when somebody scrapes. While it fails there are none of them, since an old
 * value would look like a good one. Who scrapes more often than every `apartMs` milliseconds gets the answer before.
 */
export function readGauges<Key extends string>(
  registry: Registry,
  gauges: readonly GaugeText<Key>[],
  read: () => Promise<Readonly<Record<Key, GaugeValues>>>,
  { apartMs = 5_000, now = () => performance.now() }: { apartMs?: number; now?: () => number } = {},
): void {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<Readonly<Record<Key, GaugeValues>> | null> = Promise.resolve(null)
  const ask = () => {
    if (now() - askedAt >= apartMs) {
      askedAt = now()
      answer = read().catch(() => null)
    }
    return answer
  }
  for (const { key, name, help, labels = [] } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const values: GaugeValues = (await ask())?.[key] ?? null
        if (labels.length > 0) gauge.reset()
        else gauge.remove()
        if (typeof values === 'number') gauge.set(values)
        else for (const [own, value] of values ?? []) gauge.set(own, value)
      },
    })
  }
}
