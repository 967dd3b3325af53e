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
      'Tokens wanted per hour',
      'Gained',
      'Throttled, blocked, asked for more work',
      'CPU per token',
      '× a token of a quiet site',
      'Wait per token',
      'Cost of 1,000',
      'Minimal data mode: gained, ×',
      'Extra wait of visitors: median (95%)',
      'Visitors blocked, throttled, asked for more work',
    ],
    methods: {
      script: 'script',
      'script with an engine': 'script with a browser engine beside it',
      'recorded visits': 'replayed recording, sealed again',
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
    aged: ', known for days',
    peer: (name) => `${name}, default settings, script`,
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
