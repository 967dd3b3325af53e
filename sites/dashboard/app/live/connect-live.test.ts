import { expect, test } from 'vitest'
import { connectLive, type EventStream, type LiveState } from './connect-live.ts'

function harness(since = '') {
  const opened: (EventStream & { after: string; closed: boolean })[] = []
  const states: LiveState[] = []
  const waits: number[] = []
  const events: unknown[] = []
  let pending: (() => void) | null = null
  const connection = connectLive({
    since,
    open(after) {
      const stream = {
        after,
        closed: false,
        onopen: null,
        onmessage: null,
        onerror: null,
        close: () => void (stream.closed = true),
      }
      opened.push(stream)
      return stream
    },
    onState: (state) => states.push(state),
    onEvent: (event) => events.push(event),
    later(work, ms) {
      waits.push(ms)
      pending = work
      return () => {
        pending = null
      }
    },
    random: () => 1,
  })
  return {
    connection,
    opened,
    states,
    waits,
    events,
    last: () => opened.at(-1),
    tick: () => pending?.(),
    isWaiting: () => pending !== null,
  }
}

const message = (lastEventId: string) => ({
  lastEventId,
  data: JSON.stringify({ kind: 'fetched', verificationId: 'v', at: '2026-11-21T12:00:00.000Z' }),
})

test('events arrive once the stream is open', () => {
  const { last, states, events } = harness()
  last()?.onopen?.()
  last()?.onmessage?.(message('7'))
  expect(states).toEqual(['connecting', 'live'])
  expect(events).toEqual([{ kind: 'fetched', verificationId: 'v', at: '2026-11-21T12:00:00.000Z' }])
})

test('after each failure it waits twice as long, half a minute at most', () => {
  const { last, waits, tick } = harness()
  for (let failure = 0; failure < 7; failure++) {
    last()?.onerror?.()
    tick()
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a stream that opened again starts over with the short wait', () => {
  const { last, waits, tick } = harness()
  last()?.onerror?.()
  tick()
  last()?.onerror?.()
  tick()
  last()?.onopen?.()
  last()?.onerror?.()
  expect(waits).toEqual([1_000, 2_000, 1_000])
})

test('a new stream goes on after the last event that was seen', () => {
  const { last, tick, opened } = harness()
  last()?.onmessage?.(message('42'))
  last()?.onerror?.()
  tick()
  expect(opened.map(({ after }) => after)).toEqual(['', '42'])
})

test('the first stream begins where what is shown was read, and so does each until an event was seen', () => {
  const { last, tick, opened } = harness('40')
  last()?.onerror?.()
  tick()
  last()?.onmessage?.(message('42'))
  last()?.onerror?.()
  tick()
  expect(opened.map(({ after }) => after)).toEqual(['40', '40', '42'])
})

test('pausing closes the stream and any waiting, and resuming goes on after the last event', () => {
  const { connection, last, states, isWaiting } = harness()
  last()?.onmessage?.(message('42'))
  const first = last()
  connection.pause()
  expect(first?.closed).toBe(true)
  expect(states.at(-1)).toBe('paused')
  connection.resume()
  expect(last()?.after).toBe('42')
  last()?.onerror?.()
  expect(isWaiting()).toBe(true)
  connection.pause()
  expect(isWaiting()).toBe(false)
})

test('nothing is open after closing', () => {
  const { connection, last, isWaiting } = harness()
  last()?.onerror?.()
  connection.close()
  expect(isWaiting()).toBe(false)
  expect(last()?.closed).toBe(true)
})
