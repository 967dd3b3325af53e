import { realProviders } from './real-providers.ts'

/**
 * Where most people have their mail; what is one slip away from one of these, and has no mail of its own, was meant to
 * be it.
 */
const common = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.de',
  'hotmail.fr',
  'hotmail.co.uk',
  'hotmail.it',
  'hotmail.es',
  'outlook.com',
  'outlook.de',
  'outlook.fr',
  'outlook.es',
  'outlook.it',
  'live.com',
  'msn.com',
  'yahoo.com',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.es',
  'yahoo.it',
  'yahoo.co.uk',
  'icloud.com',
  'me.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'web.de',
  't-online.de',
  'freenet.de',
  'posteo.de',
  'mailbox.org',
  'proton.me',
  'protonmail.com',
  'fastmail.com',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'wanadoo.fr',
  'sfr.fr',
  'libero.it',
  'virgilio.it',
  'tiscali.it',
  'alice.it',
  'bluewin.ch',
  'telefonica.net',
  'terra.es',
  'btinternet.com',
  'sky.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'mail.ru',
  'yandex.ru',
  'qq.com',
  '163.com',
] as const

/** Endings that nobody registers by: "gmail.con". */
const slips = new Map([
  ['con', 'com'],
  ['cmo', 'com'],
  ['ocm', 'com'],
  ['comm', 'com'],
  ['nte', 'net'],
  ['ent', 'net'],
  ['rog', 'org'],
  ['ogr', 'org'],
  ['dee', 'de'],
])

/**
 * The domain that somebody probably meant: one slip (a letter too many, too few, another, or two the wrong way round;
 * Damerau's, "A technique for computer detection and correction of spelling errors", 1964) from one that many have.
 * Null for those that are right, and the caller must not show it for a domain that has mail: `gmx.us` may be
 * somebody's.
 */
export function suggestDomain(domain: string): string | null {
  if ((common as readonly string[]).includes(domain) || realProviders.has(domain)) return null
  const [name, ending] = partsOf(domain)
  const near = common.filter((one) => {
    const [nameOfOne] = partsOf(one)
    // Providers have domains of many countries: `yahoo.dk` is nobody's slip.
    return one.length >= 6 && isOneSlip(domain, one) && !(name === nameOfOne && ending.length === 2)
  })
  // Where two are as near, it is not known which was meant.
  if (near.length === 1) return near[0] ?? null
  if (near.length > 1) return null
  const right = slips.get(ending)
  return right === undefined ? null : `${domain.slice(0, -ending.length)}${right}`
}

function partsOf(domain: string): [name: string, ending: string] {
  const dot = domain.lastIndexOf('.')
  return [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** Whether one insertion, deletion, replacement or exchange of neighbours makes one of the other. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let same = 0
  while (one[same] === other[same]) same += 1
  const [restOne, restOther] = [one.slice(same), other.slice(same)]
  if (restOne.slice(1) === restOther || restOne === restOther.slice(1) || restOne.slice(1) === restOther.slice(1))
    return true
  return restOne[0] === restOther[1] && restOne[1] === restOther[0] && restOne.slice(2) === restOther.slice(2)
}
