import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Transfer, watchSlowSides } from './slow-sides.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const transfer = (isWaiting: boolean): Transfer & { cut: ReturnType<typeof vi.fn<() => void>> } => ({
  bytes: 0,
  before: 0,
  waits: 0,
  isWaiting: () => isWaiting,
  cut: vi.fn<() => void>(),
})

it('cuts off a visitor who keeps a transfer waiting for half a minute, and never one for whom the site is slow', () => {
  const slowSides = watchSlowSides()
  const [trickle, steady, slowSite, gone] = [transfer(true), transfer(true), transfer(false), transfer(true)]
  for (const one of [trickle, steady, slowSite, gone]) slowSides.watch(one)
  slowSides.forget(gone)
  for (let second = 0; second < 120; second += 1) {
    trickle.bytes += 1
    steady.bytes += 200
    vi.advanceTimersByTime(1_000)
    expect(trickle.cut).toHaveBeenCalledTimes(second < 29 ? 0 : 1)
  }
  for (const one of [steady, slowSite, gone]) expect(one.cut).not.toHaveBeenCalled()
  slowSides.stop()
  expect(vi.getTimerCount()).toBe(0)
})
