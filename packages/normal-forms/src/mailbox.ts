/** The two sides of an address. */
export interface Mailbox {
  readonly local: string
  /** In lower case and in ASCII, as the DNS has it. */
  readonly domain: string
}

interface AliasRule {
  /** All of them are one. */
  readonly domains: readonly string[]
  /** What parts an alias from the box: all after it is the alias. */
  readonly separator: '+' | '-' | null
  readonly dotsCount: boolean
  /** Where the rule is documented. */
  readonly source: string
}

/** Of providers of which it is documented that all these addresses reach one box. Nobody else's are guessed. */
const rules: readonly AliasRule[] = [
  {
    domains: ['gmail.com', 'googlemail.com'],
    separator: '+',
    dotsCount: false,
    source: 'https://support.google.com/mail/answer/7436150',
  },
  {
    domains: [
      'outlook.com',
      'hotmail.com',
      'live.com',
      'msn.com',
      'outlook.de',
      'hotmail.de',
      'hotmail.co.uk',
      'hotmail.fr',
    ],
    separator: '+',
    dotsCount: true,
    source: 'https://learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online',
  },
  {
    domains: ['icloud.com', 'me.com', 'mac.com'],
    separator: '+',
    dotsCount: true,
    source: 'https://support.apple.com/guide/icloud/mm6b1a490a/icloud',
  },
  {
    domains: ['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'],
    separator: '+',
    dotsCount: false,
    source: 'https://proton.me/support/addresses-and-aliases',
  },
  {
    domains: ['fastmail.com', 'fastmail.fm'],
    separator: '+',
    dotsCount: true,
    source: 'https://www.fastmail.help/hc/articles/360060591053',
  },
  {
    domains: ['yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'yahoo.fr'],
    separator: '-',
    dotsCount: true,
    source: 'https://help.yahoo.com/kb/SLN28822.html',
  },
]

/** Microsoft's boxes of different domains are different people's, as are those of Yahoo and Fastmail. */
const oneBox = new Set(['gmail.com', 'icloud.com', 'proton.me'])

const ruleOf = new Map(rules.flatMap((rule) => rule.domains.map((domain) => [domain, rule] as const)))

/**
 * The box that an address reaches, so that limits and duplicates see one person where one person has many addresses.
 * What is stored and written to stays the address that was typed. At domains without a documented rule only upper and
 * lower case are one, unless `plus` says that what comes after a `+` is an alias everywhere: that is so nearly always,
 * and is the better guess where two people who are taken for one lose nothing but a part of a limit.
 */
export function boxOf(
  { local, domain }: Mailbox,
  { plus = 'DOCUMENTED' }: { plus?: 'DOCUMENTED' | 'EVERYWHERE' } = {},
): string {
  const typed = local.toLowerCase()
  const rule = ruleOf.get(domain)
  const { separator, dotsCount, domains } = rule ?? {
    separator: plus === 'EVERYWHERE' ? '+' : null,
    dotsCount: true,
    domains: [],
  }
  const cut = separator === null ? -1 : typed.indexOf(separator)
  const box = cut > 0 ? typed.slice(0, cut) : typed
  const first = domains[0] ?? domain
  return `${dotsCount ? box : box.replaceAll('.', '')}@${oneBox.has(first) ? first : domain}`
}
