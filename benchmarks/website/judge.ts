import { existsSync } from 'node:fs'

export interface Judgement {
  readonly path: string
  /** Of 100. */
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  /** What took points, by the names of the audits. */
  readonly faults: readonly string[]
}

/** As much of Lighthouse as is used here: it has packages of its own. */
type Lighthouse = (
  address: string,
  options: { port: number; output: 'json'; logLevel: 'error' },
) => Promise<{ lhr: Report } | undefined>
interface Report {
  readonly lighthouseVersion: string
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly displayValue?: string }>>
}

const place = new URL('lighthouse/node_modules/lighthouse/core/index.js', import.meta.url)

/** Throws where Lighthouse is not installed. */
export async function loadLighthouse(): Promise<Lighthouse> {
  if (!existsSync(place)) throw new Error('First, once: npm ci in benchmarks/website/lighthouse')
  const loaded: { default: Lighthouse } = await import(place.href)
  return loaded.default
}

/** Judges a page as a phone on a slow network sees it, in the browser whose debugging port this is. */
export async function judge(lighthouse: Lighthouse, origin: string, path: string, port: number) {
  const result = await lighthouse(`${origin}${path}`, { port, output: 'json', logLevel: 'error' })
  if (result === undefined) throw new Error(`${path} could not be judged`)
  const { categories, audits, lighthouseVersion } = result.lhr
  const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const counting = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  const faults = counting.flatMap(({ id }) => {
    const { score = null, displayValue = '' } = audits[id] ?? {}
    return score === null || score >= 0.9 ? [] : [`${id} ${displayValue}`.trim()]
  })
  const judgement: Judgement = {
    path,
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    faults: [...new Set(faults)],
  }
  return { judgement, lighthouseVersion }
}
