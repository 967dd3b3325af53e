/** Figures of Bollard that parts show, as the programs in `benchmarks/` wrote them. */
interface Figures {
  /** Kilobytes (1 000 bytes), gzip. */
  readonly widget: { readonly ours: number }
  /** Languages of the widget. */
  readonly languages: number
  /** What a visitor's browser computes who has nothing against them, in one thread. */
  readonly wait: { readonly seconds: number }
  /** ISO date of the oldest figure. */
  readonly measuredOn: string
}

/** The second challenge in one thread of a browser, from the least to the most that is usually asked for. */
interface Equix {
  readonly measuredAt: string
  readonly machine: { readonly cpu: string; readonly browser: string }
  readonly waits: readonly { readonly meanMs: number }[]
}

/** Scores of one run of the bot lab, 0 person … 1 bot. */
interface LabScores {
  readonly measuredAt: string
  readonly bots: readonly number[]
  readonly genuine: readonly number[]
  /** Bots that were stopped before they had a score, or that have one for each of 25 tokens. */
  readonly botsWithoutScore: number
}

const results = import.meta.glob<unknown>('../../../../../benchmarks/results/{equix,figures,lab-scores}.json', {
  eager: true,
  import: 'default',
})
const resultOf = (name: string) => results[`../../../../../benchmarks/results/${name}.json`]

/** Tests of the programs hold their results to these shapes. */
export const measured = {
  equix: resultOf('equix') as Equix,
  figures: resultOf('figures') as Figures,
  labScores: resultOf('lab-scores') as LabScores,
}
