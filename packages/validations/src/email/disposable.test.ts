import { describe, expect, it } from 'vitest'
import dates from '../data-dates.json' with { type: 'json' }
import { freshDays, isFresh } from '../data-dates.ts'
import { disposableBy, shippedLists } from './disposable.ts'
import { realProviders } from './real-providers.ts'
import declared from '../../package.json' with { type: 'json' }

const on = (date: string) => () => new Date(`${date}T12:00:00Z`)
const list = (name: string, date: string, ...domains: string[]) => ({ name, date, domains: new Set(domains) })

describe('a disposable domain', () => {
  const lists = [
    list('one', '2026-10-01', 'both.example', 'single.example', 'fastmail.com'),
    list('other', '2026-11-01', 'both.example', 'fastmail.com'),
    list('old', '2026-01-01', 'single.example'),
  ]

  it('is one that two fresh lists have, or that is part of such a one', () => {
    const source = disposableBy(lists, on('2026-11-27'))
    expect(source('both.example')).toEqual({ isDisposable: true, sources: ['one 2026-10-01', 'other 2026-11-01'] })
    expect(source('a.b.both.example').isDisposable).toBe(true)
    expect(source('notboth.example').isDisposable).toBe(false)
    expect(source('single.example')).toEqual({ isDisposable: false, sources: ['one 2026-10-01'] })
  })

  it('is not known once fewer than two lists are younger than 90 days, and the answer names the old ones', () => {
    const source = disposableBy(lists, on('2027-01-05'))
    expect(source('both.example')).toEqual({ isDisposable: null, sources: ['one 2026-10-01', 'old 2026-01-01'] })
    expect(disposableBy([], on('2026-11-27'))('both.example').isDisposable).toBeNull()
  })

  it('is never one where people have their mail, whatever all lists say, at any age', () => {
    for (const domain of ['fastmail.com', 'gmx.de', 'google.com', 'duck.com'])
      expect(disposableBy(lists, on('2027-06-01'))(domain).isDisposable).toBe(false)
  })

  it('is known by the shipped lists on a day on which both are fresh, and no big provider is', () => {
    const shipped = shippedLists()
    const day = on(
      shipped
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? '',
    )
    const source = disposableBy(shipped, day)
    for (const domain of ['mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com'])
      expect(source(domain)).toMatchObject({ isDisposable: true, sources: [expect.any(String), expect.any(String)] })
    // The rule of two agreeing lists alone must already hold for them, not only the list of those that are never called
    // so.
    const wrong = [...realProviders].filter((domain) => shipped.every(({ domains }) => domains.has(domain)))
    expect(wrong).toEqual([])
    expect(source('shop.example').isDisposable).toBe(false)
  })
})

describe('a date of data', () => {
  it('stands beside the very version that is installed', () => {
    for (const [name, { version }] of Object.entries(dates))
      expect(declared.dependencies[name as keyof typeof dates]).toBe(version)
  })

  it(`is believed for ${freshDays} days, and never where it is none or lies ahead`, () => {
    const at = new Date('2026-11-27T12:00:00Z')
    expect(['2026-11-27', '2026-08-30'].map((date) => isFresh(date, at))).toEqual([true, true])
    expect(['2026-08-28', '2026-12-01', '', 'never'].map((date) => isFresh(date, at))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
