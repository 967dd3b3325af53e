import { textsFor } from '@bollard/site-kit/server'
import { expect, test } from 'vitest'
import { drawBadge } from './badge.tsx'
import { certificateFact, latencyFact, stateFact, uptimeFact } from './facts.ts'

const shown = { t: textsFor('status', 'en').t, language: 'en', days: 90 } as const

test('a badge says what it is about and the fact, and nothing that an owner writes becomes an element', () => {
  const svg = drawBadge({ label: '</text><script>alert(1)</script>', value: '"99%"', tone: 'good' })
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;script&gt;')
  expect(svg.match(/aria-label="/gu)).toHaveLength(1)
})

test('facts are rounded so that less than all is never all, and what is not known is said to be so', () => {
  expect(uptimeFact(99.99999, shown)).toEqual({ value: '99.999% in 90 days', tone: 'good' })
  expect(uptimeFact(99.5, shown).tone).toBe('doubtful')
  expect([uptimeFact(null, shown), latencyFact(null, shown), certificateFact(null, '', shown)]).toEqual(
    Array(3).fill({ value: 'Unknown', tone: 'unknown' }),
  )
  expect(stateFact('DOWN', shown)).toEqual({ value: 'Down', tone: 'bad' })
  expect(latencyFact(83, shown).value).toBe('83 ms')
  const now = '2026-11-27T12:00:00Z'
  expect(certificateFact('2026-12-10T13:00:00Z', now, shown)).toEqual({
    value: 'Certificate: 13 days left',
    tone: 'doubtful',
  })
  expect(certificateFact('2026-11-27T11:59:59Z', now, shown)).toEqual({ value: 'Certificate expired', tone: 'bad' })
})
