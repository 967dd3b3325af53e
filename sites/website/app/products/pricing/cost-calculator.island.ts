import {
  cheapestOf,
  type Interval,
  moneyText,
  monthlyCost,
  placeOf,
  type PricedPlan,
  recaptchaCost,
  volumeAt,
  withinBounds,
} from './monthly-cost.ts'

/** Computes while the slider moves, and keeps what was chosen in the address, so that it can be sent to somebody. */
class CostCalculator extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')
    const number = form?.querySelector<HTMLInputElement>('input[type=number]')
    const slider = form?.querySelector<HTMLInputElement>('input[type=range]')
    if (!form || !number || !slider) return
    const plans: PricedPlan[] = JSON.parse(this.dataset['plans'] ?? '[]')
    const locale = this.dataset['locale'] ?? 'en-GB'
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('input', ({ target }) => {
      if (target === slider) number.value = String(volumeAt(slider.valueAsNumber))
      const volume = withinBounds(number.valueAsNumber)
      if (target === number) slider.value = String(placeOf(volume))
      slider.ariaValueText = volume.toLocaleString(locale)
      const interval: Interval = new FormData(form).get('billing') === 'YEARLY' ? 'YEARLY' : 'MONTHLY'
      this.#show(plans, volume, interval, locale)
    })
    form.addEventListener('change', () => {
      const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
      history.replaceState(history.state, '', `?${query}#calculator`)
    })
  }

  #show(plans: readonly PricedPlan[], volume: number, interval: Interval, locale: string): void {
    const cheapest = cheapestOf(plans, volume, interval)
    for (const plan of plans) {
      const row = this.querySelector(`[data-plan="${plan.code}"]`)
      const cost = monthlyCost(plan, volume, interval)
      const shown = (name: string, isShown: boolean) =>
        row?.querySelector(`[data-${name}]`)?.toggleAttribute('hidden', !isShown)
      shown('cheapest', plan.code === cheapest)
      shown('cost', cost !== null)
      shown('too-small', cost === null)
      const cell = row?.querySelector('[data-cost]')
      if (cell && cost !== null) cell.textContent = moneyText(cost, plan.currency, locale)
    }
    const recaptcha = this.querySelector('[data-recaptcha]')
    if (recaptcha) recaptcha.textContent = moneyText(recaptchaCost(volume) * 100, 'USD', locale)
  }
}

customElements.define('cost-calculator', CostCalculator)
