import { LivePart, pageLanguage } from '../pieces/live-part.ts'
import { exampleNumbers, type SpamNumbers, yearlyCost } from './yearly-cost.ts'

/** Computes the cost anew with each change of a number. */
class CostOfSpam extends LivePart {
  protected show(): void {
    const format = new Intl.NumberFormat(pageLanguage(), { maximumFractionDigits: 0 })
    const given = Object.keys(exampleNumbers).map((name) => [name, this.number(`spam-${name}`)])
    for (const [name, value] of Object.entries(yearlyCost(Object.fromEntries(given) as SpamNumbers)))
      this.write(name, format.format(Number(value)))
  }
}

customElements.define('part-cost-of-spam', CostOfSpam)
