import type { WhatIf, WhatIfVolumeExample } from '@bollard/contracts'
import type { ReplayedVolume } from './replay-volume.ts'
import type { Visitor } from './visitor.ts'

export interface VolumeGathering {
  add(visitor: Visitor, replayed: ReplayedVolume): void
  findings(): Omit<WhatIf['volume'], 'throttled'>
}

/** Steps of the answer: a visitor counts at the first that is not below their work. */
const steps = [1, 2, 4, 8, 16, 32] as const

/** Counts what a change would have made of the work of visitors; takes memory for `exampleLimit` of them. */
export function gatherVolume({ exampleLimit }: { readonly exampleLimit: number }): VolumeGathering {
  const levels = steps.map((upTo) => ({ upTo, before: 0, after: 0 }))
  let [more, less, unseen] = [0, 0, 0]
  // The lowest draws so far: a fair choice out of all, whenever they came.
  const chosen: { readonly draw: string; readonly example: WhatIfVolumeExample }[] = []

  function levelOf(bits: number): (typeof levels)[number] | undefined {
    return levels.find(({ upTo }) => bits <= Math.log2(upTo)) ?? levels.at(-1)
  }
  function choose({ id, issuedAt, network, facts }: Visitor, { before, after }: ReplayedVolume): void {
    // The last digits of an id are random.
    const draw = id.slice(-12)
    if (chosen.length === exampleLimit && draw >= (chosen.at(-1)?.draw ?? '')) return
    chosen.push({
      draw,
      example: {
        verificationId: id,
        startedAt: new Date(issuedAt).toISOString(),
        network,
        country: facts.country,
        times: { before: timesOf(before), after: timesOf(after) },
      },
    })
    chosen.sort((a, b) => (a.draw < b.draw ? -1 : 1))
    if (chosen.length > exampleLimit) chosen.pop()
  }
  return {
    add(visitor, replayed) {
      const { before, after } = replayed
      const [was, would] = [levelOf(before), levelOf(after)]
      if (was !== undefined) was.before++
      if (would !== undefined) would.after++
      if (replayed.unseen) unseen++
      if (after === before) return
      if (after > before) more++
      else less++
      choose(visitor, replayed)
    },
    findings: () => ({ levels, more, less, unseen, examples: chosen.map(({ example }) => example) }),
  }
}

function timesOf(bits: number): number {
  return Math.round(2 ** bits * 10) / 10
}
