import { LivePart, pageLanguage } from '../pieces/live-part.ts'
import { hoursFor } from './studies.ts'

/** Computes the hours of every row for the reader's own number of forms. */
class TimeCost extends LivePart {
  protected show(): void {
    const forms = this.number('time-forms')
    const format = new Intl.NumberFormat(pageLanguage(), { maximumSignificantDigits: 2 })
    for (const cell of this.querySelectorAll<HTMLElement>('[data-seconds]')) {
      const hours = (cell.dataset['seconds'] ?? '').split(' ').map((seconds) => hoursFor(forms, Number(seconds)))
      cell.textContent = hours.map((value) => format.format(value)).join('–')
    }
  }
}

customElements.define('part-time-cost', TimeCost)
