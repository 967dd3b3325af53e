import { expect } from '@playwright/test'
import type { OpenedLibrary } from './open-library.ts'

export interface Life {
  /** What a visitor or the page does to get a token; nothing where the library starts by itself. */
  readonly solve: () => Promise<unknown>
  /** What the customer's server hears of a token. */
  readonly redeem: (token: string) => Promise<unknown>
  /** For the first time. */
  readonly accepted: unknown
  /** For the second time. */
  readonly spent: unknown
  /** The library has no reset. */
  readonly withoutReset?: boolean
}

/**
 * What every library goes through: rendered once, a token in its callback, which counts once at the customer's server; another
 * one after a reset; nothing left in the page after it is gone; and another one after it came back.
 */
export async function goThroughLife(
  library: OpenedLibrary,
  { solve, redeem, accepted, spent, withoutReset = false }: Life,
): Promise<void> {
  await expect(library.widgets).toHaveCount(1)
  await solve()
  const first = await library.token()
  expect(await redeem(first)).toEqual(accepted)
  expect(await redeem(first)).toEqual(spent)

  const tokens = [first]
  if (!withoutReset) {
    await library.call('reset')
    await solve()
    tokens.push(await library.token(...tokens))
    expect(await redeem(tokens.at(-1) ?? '')).toEqual(accepted)
  }

  await library.call('unmount')
  await expect(library.widgets).toHaveCount(0)
  await library.call('mount')
  await expect(library.widgets).toHaveCount(1)
  await solve()
  tokens.push(await library.token(...tokens))
  expect(await redeem(tokens.at(-1) ?? '')).toEqual(accepted)
  // Nobody is told a token twice, nor one that nobody asked for.
  expect(
    (await library.told('token'))
      .filter(([token]) => typeof token === 'string' && token !== '')
      .map(([token]) => token),
  ).toEqual(tokens)
  expect(library.complaints).toEqual([])
}
