import type { NetworkKind } from '@bollard/network-data'
import type { MethodName } from './cells.ts'

export type Language = 'en' | 'de'

interface Texts {
  readonly header: readonly string[]
  readonly methods: Readonly<Record<MethodName, string>>
  /** Of one network, and of several. */
  readonly kinds: Readonly<Record<NetworkKind, readonly [one: string, more: string]>>
  /** Behind networks that came on earlier days for this. */
  readonly aged: string
  readonly peer: (name: string) => string
  readonly any: string
  readonly all: string
  readonly none: string
  readonly notMeasured: string
}

/** Words of the price curve's table. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    header: [
      'Attack',
      'Through',
      'Wanted in an hour',
      'Gained',
      'Throttled, refused, asked for more',
      'Processor time each',
      '× a quiet site’s token',
      'Waiting each',
      '1,000 cost',
      'Minimal data mode: gained, ×',
      'Visitors wait longer: median (95 %)',
      'Visitors refused, throttled, asked for more',
    ],
    methods: {
      script: 'script',
      'script with an engine': 'script with a browser engine beside it',
      'recorded visits': 'recorded visit, sealed again',
      'farm in one page': 'farm in one page',
      'farm of pages': 'farm of pages',
      'stealth browsers': 'stealth browsers',
    },
    kinds: {
      access: ['household', 'households'],
      hosting: ['server network', 'server networks'],
      vpn: ['VPN', 'VPNs'],
      tor: ['Tor exit', 'Tor exits'],
      relay: ['relay', 'relays'],
      unknown: ['unknown', 'unknown'],
    },
    aged: ', known from days before',
    peer: (name) => `${name} at its defaults, script`,
    any: 'any',
    all: 'all',
    none: 'none',
    notMeasured: 'Not measured yet.',
  },
  de: {
    header: [
      'Angriff',
      'Über',
      'Verlangt je Stunde',
      'Bekommen',
      'Gebremst, abgelehnt, mehr verlangt',
      'Rechenzeit je Token',
      '× Token einer ruhigen Seite',
      'Wartezeit je Token',
      '1.000 kosten',
      'Datensparsam: bekommen, ×',
      'Besucher warten länger: Median (95 %)',
      'Besucher abgelehnt, gebremst, mehr verlangt',
    ],
    methods: {
      script: 'Skript',
      'script with an engine': 'Skript mit Browser-Engine daneben',
      'recorded visits': 'aufgezeichneter Besuch, neu versiegelt',
      'farm in one page': 'Farm auf einer Seite',
      'farm of pages': 'Farm aus vielen Seiten',
      'stealth browsers': 'getarnte Browser',
    },
    kinds: {
      access: ['Haushalt', 'Haushalte'],
      hosting: ['Server-Netz', 'Server-Netze'],
      vpn: ['VPN', 'VPNs'],
      tor: ['Tor-Ausgang', 'Tor-Ausgänge'],
      relay: ['Relay', 'Relays'],
      unknown: ['unbekannt', 'unbekannt'],
    },
    aged: ', seit Tagen bekannt',
    peer: (name) => `${name} mit seinen Vorgaben, Skript`,
    any: 'beliebig',
    all: 'alle',
    none: 'keines',
    notMeasured: 'Noch nicht gemessen.',
  },
}
