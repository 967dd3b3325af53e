import { type Alphabet, alphabets } from '../pieces/alphabets.ts'
import { bitsOf, durationText, guessesPerSecond, secondsToGuess } from '../pieces/guessing-time.ts'
import { fill, LivePart, pageLanguage } from '../pieces/live-part.ts'
import { othersOpened, randomPassword } from './random-password.ts'

interface Texts {
  readonly atOnce: string
  readonly endless: string
  readonly noReuse: string
  /** With `{others}`. */
  readonly reuse: string
}

class PasswordStrength extends LivePart<Texts> {
  #made = ''

  protected override act(): void {
    this.#made = ''
    this.show()
  }

  protected show(): void {
    const locale = pageLanguage()
    const alphabet = alphabets[this.value('alphabet') as Alphabet]
    const length = this.number('length')
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    for (const name of ['length', 'accounts', 'passwords']) this.write(name, String(this.number(name)))
    // Only what it is made of makes it anew: the other sliders leave it alone.
    const kind = `${alphabet.length}/${length}`
    if (this.#made !== kind) {
      this.#made = kind
      const password = document.createElement('code')
      password.textContent = randomPassword(alphabet, length, (bytes) => crypto.getRandomValues(bytes))
      this.write('password', password)
    }
    const bits = bitsOf(alphabet.length, length)
    this.write('bits', number.format(bits))
    this.write('time', durationText(secondsToGuess(bits, guessesPerSecond.md5), locale, this.texts))
    const others = othersOpened(this.number('accounts'), this.number('passwords'))
    this.write('reuse', others === 0 ? this.texts.noReuse : fill(this.texts.reuse, { others: number.format(others) }))
  }
}

customElements.define('part-password-strength', PasswordStrength)
