import { fill, LivePart } from '../pieces/live-part.ts'

/** Shows one step at a time, with buttons that stay where they are; beyond the last comes the first. */
class PartStepper extends LivePart<{ readonly place: string }> {
  #at = 0

  protected override act(name: string): void {
    const { length } = this.#steps
    this.#at = (this.#at + (name === 'back' ? -1 : 1) + length) % length
    this.show()
  }

  protected show(): void {
    const steps = this.#steps
    steps.forEach((step, index) => (step.hidden = index !== this.#at))
    this.write('place', fill(this.texts.place, { at: this.#at + 1, all: steps.length }))
    for (const drawn of this.querySelectorAll<SVGElement>('[data-on]'))
      drawn.toggleAttribute('data-off', !(drawn.dataset['on'] ?? '').split(' ').includes(String(this.#at + 1)))
  }

  get #steps(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('[data-steps] > li')]
  }
}

customElements.define('part-stepper', PartStepper)
