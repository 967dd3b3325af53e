import { decide, defaultThreshold, evidenceOf, scoreVerification } from '@bollard/bot-score'
import { LivePart, make, pageLanguage } from '../pieces/live-part.ts'
import { type LabScores, pointAt, ratesAt, rateText } from './rates.ts'

interface Texts {
  /** With `{count}`, `{of}`, `{share}`, `{low}` and `{high}`. */
  readonly rate: string
  readonly decisions: Readonly<Record<'pass' | 'step-up' | 'refuse', string>>
  readonly nothing: string
}

/** Moves the threshold over the scores of the lab, and scores the findings that are ticked as the service does. */
class SignalExplorer extends LivePart<Texts> {
  protected show(): void {
    this.#showRates()
    this.#showScore()
  }

  #showRates(): void {
    const scores = JSON.parse(this.querySelector<HTMLElement>('[data-scores]')?.dataset['scores'] ?? '') as LabScores
    const threshold = this.number('threshold') / 100
    const { caught, bots, accused, genuine } = ratesAt(scores, threshold)
    this.write('threshold', this.#number(threshold, 2))
    this.write('caught', rateText(this.texts.rate, caught, bots, pageLanguage()))
    this.write('accused', rateText(this.texts.rate, accused, genuine, pageLanguage()))
    const { falsePositives, truePositives } = pointAt(scores, threshold)
    const place = this.querySelector('[data-place]')
    place?.setAttribute('x', String(falsePositives * 100 - 3))
    place?.setAttribute('y', String(97 - truePositives * 100))
  }

  #showScore(): void {
    const ticked = [...this.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:checked')]
    // The browser ran every check; those that are not ticked found nothing.
    const evidence = evidenceOf(['consistent-browser', ...ticked.map(({ value }) => value)])
    const { score, reasons, hardEvidence } = scoreVerification(evidence)
    this.write('score', this.#number(score, 3))
    this.write('decision', this.texts.decisions[decide({ score, hardEvidence, round: 0, threshold: defaultThreshold })])
    const lines = reasons.map(({ code, weight }) => {
      const line = make('li', { class: 'flex gap-3' })
      const signed = weight.toLocaleString(pageLanguage(), { signDisplay: 'exceptZero', maximumFractionDigits: 2 })
      line.append(
        make('span', { class: 'flex-1' }, this.querySelector(`[data-reason="${code}"]`)?.textContent ?? code),
        make('span', { class: 'tabular font-mono' }, signed),
      )
      return line
    })
    this.write('reasons', ...(lines.length > 0 ? lines : [make('li', {}, this.texts.nothing)]))
  }

  #number(value: number, digits: number): string {
    return value.toLocaleString(pageLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits })
  }
}

customElements.define('part-signal-explorer', SignalExplorer)
