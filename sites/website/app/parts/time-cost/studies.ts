import type { Source } from '../pieces/part-frame.tsx'

/** What somebody else has measured, in seconds that a person spends on one captcha. */
export interface Study {
  /** Key of its words in the texts. */
  readonly id: 'clicked' | 'grid' | 'distorted' | 'images' | 'checkbox'
  readonly seconds: number
  readonly source: Source
  /** Where the figure was read, if of the source itself only the abstract was. */
  readonly quotedBy?: Source
}

const cloudflare = {
  name: 'T. Meunier, Cloudflare, 2021',
  address: 'https://blog.cloudflare.com/introducing-cryptographic-attestation-of-personhood/',
}
const usenix = {
  name: 'A. Searles et al., USENIX Security 2023',
  address: 'https://www.usenix.org/conference/usenixsecurity23/presentation/searles',
}
const ofUsenix = {
  name: 'City Life, 18 August 2023',
  address:
    'https://citylife.capetown/technology/captcha-tests-solved-by-bots-more-quickly-than-humans-study-shows/349124/',
}
const dazed = {
  name: 'A. Searles, R. T. Prapty, G. Tsudik, 2023',
  address: 'https://arxiv.org/abs/2311.10911',
}
const ofDazed = {
  name: 'captcha.la, research notes',
  address:
    'https://blog.captcha.la/research/2023-11-17-dazed-confused-a-large-scale-real-world-user-study-of-recaptchav2',
}

/** Longest first. */
export const studies: readonly Study[] = [
  { id: 'clicked', seconds: 32, source: cloudflare },
  { id: 'grid', seconds: 18, source: usenix, quotedBy: ofUsenix },
  { id: 'distorted', seconds: 15, source: usenix, quotedBy: ofUsenix },
  { id: 'images', seconds: 10.3, source: dazed, quotedBy: ofDazed },
  { id: 'checkbox', seconds: 1.85, source: dazed, quotedBy: ofDazed },
]

/** The hours that so many forms cost people, at so many seconds each. */
export function hoursFor(forms: number, seconds: number): number {
  return Number.isFinite(forms) && forms > 0 ? (forms * seconds) / 3600 : 0
}
