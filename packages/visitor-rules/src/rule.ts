import type { Continent } from './continent.ts'

export type NetworkKind = 'unknown' | 'access' | 'hosting' | 'vpn' | 'tor' | 'relay'

interface ListCondition<Field extends string, Value> {
  readonly field: Field
  /** The condition holds where none of the values fits; so it does where the field of a visitor is unknown. */
  readonly not: boolean
  readonly values: readonly Value[]
}

/** Holds when one of its values fits. In `userAgent`, `network`, `path` and `action` a `*` stands for any text. */
export type RuleCondition =
  | ListCondition<'country', string>
  | ListCondition<'continent', Continent>
  | ListCondition<'asn', number>
  /** Name of the network's operator, letters of either case. */
  | ListCondition<'network', string>
  | ListCondition<'networkKind', NetworkKind>
  /** Addresses and networks in CIDR notation; what is neither fits nobody. */
  | ListCondition<'ip', string>
  /** Letters of either case. */
  | ListCondition<'userAgent', string>
  | ListCondition<'language', string>
  /** A host, or `*.example.com` for the hosts directly below; lower case. */
  | ListCondition<'hostname', string>
  | ListCondition<'path', string>
  | ListCondition<'action', string>
  /** Both bounds included. Known only once the visitor has answered. */
  | { readonly field: 'score'; readonly from: number; readonly to: number }

export type RuleField = RuleCondition['field']

export type RuleAction =
  | { readonly type: 'ALLOW' }
  /** Less or more work than usual, in percent. */
  | { readonly type: 'DIFFICULTY'; readonly percent: number }
  | { readonly type: 'CHALLENGE' }
  | { readonly type: 'FLAG' }
  | { readonly type: 'BLOCK' }

export interface Rule {
  /** Names the rule among those of its site; above 0. */
  readonly number: number
  /** The lowest decides first; of equal ones the lowest number. */
  readonly priority: number
  readonly enabled: boolean
  /** Counted, not obeyed. */
  readonly dryRun: boolean
  /** Milliseconds since 1970 from which the rule is no longer obeyed; null for never. */
  readonly expiresAt: number | null
  /** All must hold. */
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** What is known of a visitor. `null`, and 0 for `asn`, is what nobody can know: it fits no value of a condition. */
export interface Facts {
  readonly address: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly asn: number
  readonly networkKind: NetworkKind
  /** Its first 512 characters count. */
  readonly userAgent: string
  /** Two letters, lower case. */
  readonly language: string | null
  readonly hostname: string
  readonly path: string | null
  readonly action: string | null
}

/** Facts of which some are not told (`undefined`): rules about them can be neither met nor excluded. `address` may be a network. */
export type PartialFacts = { readonly [Fact in keyof Facts]?: Facts[Fact] | undefined }
