import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import type { Verdict } from '../check-result.ts'
import { advance } from './advance.ts'
import { startMachine, type Transition } from './machine.ts'
import { defaultProbed } from './settings.ts'

const [minute, day] = [60_000, 86_400_000]
const places = ['fra', 'nyc', 'sgp']
const settings = { ...defaultProbed(places, minute, 10_000), degradedAfterMs: 3_000 }

/**
 * A check each minute from three places for 30 days. One check in a hundred fails because its packet is lost, one in
 * twenty waits five seconds for DNS; the prober of New York has no line for hours, and that of Singapore for half an
 * hour without noticing. On the last day the service is away for five minutes.
 */
test(
  'in a simulated month of lost packets, slow DNS and lines that break, only a real outage makes a service DOWN',
  {
    timeout: 60_000,
  },
  () => {
    const random = seededRandom('a month of checks')
    const outage = 29.5 * day
    const transitions: Transition[] = []
    let machine = startMachine(0)
    for (let slot = 0; slot < 30 * day; slot += minute)
      for (const [index, place] of places.entries()) {
        const at = slot + index * 20_000
        const [isLost, isSlow] = [random() < 0.01, random() < 0.05]
        const hasNoLine = place === 'nyc' && at % (5 * day) > 4.8 * day
        const isMistaken = place === 'sgp' && at % (7 * day) > 7 * day - 30 * minute
        const isAway = at >= outage && at < outage + 5 * minute
        const verdict: Verdict = hasNoLine ? 'UNKNOWN' : isLost || isMistaken || isAway ? 'DOWN' : 'UP'
        const totalMs = isSlow ? 5_100 : 100
        const advanced = advance(settings, machine, { kind: 'RESULT', now: at + 1_000, at, place, verdict, totalMs })
        machine = advanced.machine
        transitions.push(...advanced.transitions)
      }
    const [down, ...more] = transitions.filter(({ to }) => to === 'DOWN' || to === 'UNKNOWN')
    expect(more).toEqual([])
    expect([down?.to, (down?.began ?? 0) - outage < minute, (down?.at ?? 0) - outage < 3 * minute]).toEqual([
      'DOWN',
      true,
      true,
    ])
    // The half hours of the place that is mistaken are seen, and little else.
    const degraded = transitions.filter(({ to }) => to === 'DEGRADED')
    expect(degraded.length).toBeGreaterThan(3)
    expect(degraded.length).toBeLessThan(12)
  },
)
