import { type Alphabet, alphabets } from '../pieces/alphabets.ts'
import {
  attackSpeed,
  bitsOf,
  durationText,
  type Guessing,
  possibilitiesText,
  secondsToGuess,
} from '../pieces/guessing-time.ts'
import { fill, LivePart, pageLanguage } from '../pieces/live-part.ts'

interface Texts {
  readonly atOnce: string
  readonly endless: string
  /** With `{bits}`. */
  readonly bits: string
  /** With `{number}`. */
  readonly perSecond: string
  readonly perHour: string
}

class BruteForceTime extends LivePart<Texts> {
  protected show(): void {
    const { texts } = this
    const locale = pageLanguage()
    const length = this.number('length')
    const bits = bitsOf(alphabets[this.value('alphabet') as Alphabet].length, length)
    const guessing = this.value('guessing') as Guessing
    const speed = attackSpeed(guessing, this.number('cards'))
    const isSlow = guessing === 'online'
    const number = new Intl.NumberFormat(locale, {
      notation: 'compact',
      compactDisplay: 'long',
      maximumSignificantDigits: 3,
    })
    this.write('length', String(length))
    this.write('cards', String(this.number('cards')))
    this.write('possibilities', possibilitiesText(bits, locale))
    this.write(
      'bits',
      fill(texts.bits, { bits: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bits) }),
    )
    this.write(
      'speed',
      fill(isSlow ? texts.perHour : texts.perSecond, { number: number.format(isSlow ? speed * 3_600 : speed) }),
    )
    this.write('time', durationText(secondsToGuess(bits, speed), locale, texts))
  }
}

customElements.define('part-brute-force-time', BruteForceTime)
