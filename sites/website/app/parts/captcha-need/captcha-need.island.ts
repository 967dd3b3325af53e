import { LivePart } from '../pieces/live-part.ts'
import { advise, type Answers, questions } from './advise.ts'

/** Shows the advice that fits the answers. All of it stands in the page already; nothing is sent. */
class CaptchaNeed extends LivePart {
  protected show(): void {
    const advice = advise(this.#answers())
    for (const text of this.querySelectorAll<HTMLElement>('[data-verdict]'))
      text.hidden = text.dataset['verdict'] !== (advice?.verdict ?? 'open')
    for (const text of this.querySelectorAll<HTMLElement>('[data-note]'))
      text.hidden = advice?.notes.every((note) => note !== text.dataset['note']) ?? true
  }

  /** Begins anew. */
  protected override act(): void {
    for (const input of this.querySelectorAll<HTMLInputElement>('input:checked')) input.checked = false
    this.show()
    this.querySelector('input')?.focus()
  }

  #answers(): Answers {
    return Object.fromEntries(
      Object.keys(questions).map((name) => [name, this.value(`need-${name}`) || undefined]),
    ) as Answers
  }
}

customElements.define('part-captcha-need', CaptchaNeed)
