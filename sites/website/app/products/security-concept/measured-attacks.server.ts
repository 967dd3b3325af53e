import type { AttackFigures } from './work-price.ts'

interface Rate {
  count: number
  of: number
  interval: { low: number; high: number } | null
}
/** A class of bots in the lab: how many were asked for more work or stopped, and how many got no token at all. */
interface LabClass {
  noticed: Rate
  stopped: Rate
}
export type LabClassName = 'default' | 'agents' | 'stealth' | 'os-input' | 'protocol' | 'dom-emulator' | 'farm'
export interface MeasuredAttacks {
  /** Null until the whole lab has run. */
  lab: {
    bots: { classes: Readonly<Record<LabClassName, LabClass>>; unseen: LabClass }
    genuine: { refused: Rate; withExtraWork: Rate }
  } | null
  measuredOn: string | null
  price: AttackFigures
}

const results = import.meta.glob<unknown>('../../../../../benchmarks/results/{figures,attack-cost}.json', {
  eager: true,
  import: 'default',
})

/** What `benchmarks/summarise.ts` and `benchmarks/attack-cost/run.ts` wrote. */
export function readMeasuredAttacks(): MeasuredAttacks {
  const { lab, measuredOn } = resultOf('figures') as Pick<MeasuredAttacks, 'lab' | 'measuredOn'>
  return { lab, measuredOn, price: resultOf('attack-cost') as AttackFigures }
}

function resultOf(name: string): unknown {
  return results[`../../../../../benchmarks/results/${name}.json`]
}
