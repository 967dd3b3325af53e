import { fill, LivePart } from '../pieces/live-part.ts'

/** Counts what is done, and keeps the list as Markdown on the button, from where the page's own script copies it. */
class ProtectionChecklist extends LivePart<{ readonly count: string; readonly copied: string }> {
  protected show(): void {
    const boxes = [...this.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    const done = boxes.filter(({ checked }) => checked).length
    this.write('count', fill(this.texts.count, { done, all: boxes.length }))
    const lines = boxes.map((box) => {
      const point = box.closest('label')?.querySelector('[data-point]')?.textContent ?? ''
      return `- [${box.checked ? 'x' : ' '}] ${point}`
    })
    const button = this.querySelector<HTMLElement>('[data-copy]')
    if (button !== null) button.dataset['copy'] = lines.join('\n')
  }

  protected override act(): void {
    this.write('count', this.texts.copied)
  }
}

customElements.define('part-protection-checklist', ProtectionChecklist)
