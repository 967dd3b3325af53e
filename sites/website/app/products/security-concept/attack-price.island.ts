import { type AttackFigures, twoDigits, workPrice } from './work-price.ts'

/** Multiplies the measured costs while the slider moves. */
class AttackPrice extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')
    const slider = form?.querySelector<HTMLInputElement>('input[type=range]')
    if (!form || !slider) return
    const figures: AttackFigures = JSON.parse(this.dataset['figures'] ?? '{}')
    const locale = this.dataset['locale'] ?? 'en-GB'
    form.addEventListener('submit', (event) => event.preventDefault())
    slider.addEventListener('input', () => {
      const hashes = 2 ** slider.valueAsNumber
      const { visitorSeconds, sha256Cents, equixCents } = workPrice(figures, hashes)
      slider.ariaValueText = hashes.toLocaleString(locale)
      this.#say('hashes', hashes.toLocaleString(locale))
      this.#say('seconds', twoDigits(visitorSeconds, locale))
      this.#say('sha256', twoDigits(sha256Cents, locale))
      if (equixCents !== null) this.#say('equix', twoDigits(equixCents, locale))
    })
  }

  #say(name: string, figure: string): void {
    const place = this.querySelector(`[data-figure="${name}"]`)
    if (place) place.textContent = figure
  }
}

customElements.define('attack-price', AttackPrice)
