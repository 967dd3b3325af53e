import { fill, LivePart } from '../pieces/live-part.ts'
import { attempts, decide, rules } from './firewall.ts'

interface Texts {
  readonly allowed: string
  readonly denied: string
  readonly byDefault: string
  /** With `{number}`. */
  readonly byRule: string
}

class FirewallRules extends LivePart<Texts> {
  protected override act(_name: string, button: HTMLElement): void {
    const row = button.closest('li')
    row?.previousElementSibling?.before(row)
    button.focus()
    this.show()
  }

  protected show(): void {
    const { texts } = this
    const order = [...this.querySelectorAll<HTMLElement>('[data-rule]')].map(({ dataset }) => dataset['rule'])
    const active = order.flatMap((id) => {
      const isOn = this.querySelector<HTMLInputElement>(`[name="${id}"]`)?.checked ?? false
      return isOn ? rules.filter((rule) => rule.id === id) : []
    })
    for (const attempt of attempts) {
      const { isAllowed, rule } = decide(attempt, active, this.value('policy') === 'allow')
      this.write(`${attempt.id}-verdict`, isAllowed ? texts.allowed : texts.denied)
      const number = order.indexOf(rule?.id) + 1
      this.write(`${attempt.id}-rule`, rule === null ? texts.byDefault : fill(texts.byRule, { number }))
    }
  }
}

customElements.define('part-firewall-rules', FirewallRules)
