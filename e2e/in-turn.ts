import { runs } from '@bollard/testing/seed'
import { test } from '@playwright/test'

type Define = (title: string, body: Parameters<typeof test>[2]) => void

/**
 * For journeys that are the same with several things, such as frameworks: defines journey number `turn` for this thing where it is one of the
 * two that have their turn with it, and in the nightly run for all.
 */
export function testsInTurn(index: number, count: number): (turn: number) => Define {
  return (turn) => (runs(1) > 1 || (index + turn) % count < 2 ? test : () => undefined)
}
