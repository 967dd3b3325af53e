import { fill, LivePart } from '../pieces/live-part.ts'

interface Texts {
  readonly right: string
  readonly wrong: string
  /** With `{right}`, `{answered}` and `{all}`. */
  readonly score: string
}

/** Says at once whether a choice is right, and counts. */
class PartQuiz extends LivePart<Texts> {
  protected show(): void {
    const questions = [...this.querySelectorAll<HTMLFieldSetElement>('fieldset')]
    const answered = questions.filter((question) => this.#judge(question) !== null)
    if (answered.length === 0) return
    const right = answered.filter((question) => this.#judge(question)).length
    const score = this.querySelector('[data-score]')
    if (score !== null)
      score.textContent = fill(this.texts.score, { right, answered: answered.length, all: questions.length })
  }

  /** Whether the choice is right; null before one. */
  #judge(question: HTMLFieldSetElement): boolean | null {
    const chosen = question.querySelector<HTMLInputElement>('input:checked')
    if (chosen === null) return null
    const isRight = chosen.value === question.dataset['right']
    const verdict = question.querySelector('[data-verdict]')
    const details = question.querySelector('details')
    const said = isRight ? this.texts.right : this.texts.wrong
    if (details !== null && verdict !== null && verdict.textContent !== said) {
      details.open = true
      verdict.textContent = said
      verdict.className = `mt-2 block font-[560] ${isRight ? 'text-human' : 'text-bot'}`
    }
    return isRight
  }
}

customElements.define('part-quiz', PartQuiz)
