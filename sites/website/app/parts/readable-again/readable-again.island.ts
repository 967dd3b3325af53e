import { LivePart } from '../pieces/live-part.ts'
import { formatScript } from './format-script.ts'

class ReadableAgain extends LivePart {
  protected show(): void {
    this.write('formatted', formatScript(this.value('script')))
  }
}

customElements.define('part-readable-again', ReadableAgain)
