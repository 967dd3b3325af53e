import type { Extension } from '../write-extension.ts'

const entries = JSON.stringify({
  email: 'Anna.Berg@example.org',
  message: 'Hello, I would like to know more about Your offer!',
})

/** Fills a field once somebody goes into it, as managers of passwords and addresses do. */
export function fillsOnFocus(...ids: readonly string[]): Extension {
  return {
    content: {
      source: `const entries = ${entries}
        for (const id of ${JSON.stringify(ids)})
          document.getElementById(id)?.addEventListener('focus', ({ target }) => setTimeout(() => {
            target.value = entries[id]
            for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }))
          }, 150), { once: true })`,
    },
  }
}

/** Lists of trackers, and rules that hide what looks like an advertisement. */
export const blocksAds: Extension = {
  rules: ['doubleclick.net', 'google-analytics.com', 'adservice', '/ads/', 'facebook.com/tr'].map(
    (urlFilter, index) => ({
      id: index + 1,
      priority: 1,
      action: { type: 'block' },
      condition: { urlFilter },
    }),
  ),
  content: {
    at: 'document_start',
    source: `const style = document.createElement('style')
      style.textContent = '[class*=advert], [id^=ad-], .banner { display: none !important }'
      ;(document.head ?? document.documentElement).append(style)`,
  },
}

/** The strictest that people set: no page may show another one in a frame. */
export const blocksFrames: Extension = {
  rules: [
    {
      id: 1,
      priority: 1,
      action: { type: 'block' },
      condition: { urlFilter: '|http', resourceTypes: ['sub_frame'] },
    },
  ],
}

/** Texts are replaced by others in elements of their own, as translators do. */
export const translates: Extension = {
  content: {
    source: `setTimeout(() => {
        document.documentElement.lang = 'de'
        document.documentElement.classList.add('translated-ltr')
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found = []
        while (texts.nextNode()) if (texts.currentNode.data.trim()) found.push(texts.currentNode)
        for (const text of found) {
          const font = document.createElement('font')
          font.style.verticalAlign = 'inherit'
          font.textContent = text.data.replaceAll('Your', 'Ihre').replaceAll('Send', 'Senden').replaceAll('message', 'Nachricht')
          text.replaceWith(font)
        }
      }, 800)`,
  },
}

/** Every colour is turned round, in style sheets and in elements. */
export const darkens: Extension = {
  content: {
    at: 'document_start',
    source: `const style = document.createElement('style')
      style.textContent = 'html { filter: invert(.9) hue-rotate(180deg) } input, textarea { background: #eee !important }'
      document.documentElement.append(style)
      new MutationObserver(() => {
        for (const element of document.querySelectorAll('label, h1')) element.style.setProperty('color', '#111')
      }).observe(document, { childList: true, subtree: true })`,
  },
}

/** Looks over what is written and puts marks beside the field. */
export const correctsGrammar: Extension = {
  content: {
    source: `const field = document.getElementById('message')
      if (field) {
        field.setAttribute('data-checked-by', 'grammar')
        const mark = document.createElement('grammar-mark')
        mark.attachShadow({ mode: 'open' }).innerHTML = '<span style="position:fixed;right:1rem;bottom:1rem">✓</span>'
        document.body.append(mark)
        field.addEventListener('input', () => (mark.dataset.length = String(field.value.length)))
      }`,
  },
}

/** Protection against being recognised: canvas answers with noise, and the count of cores is another. */
export const blursFingerprint: Extension = {
  content: {
    world: 'MAIN',
    at: 'document_start',
    source: `const read = CanvasRenderingContext2D.prototype.getImageData
      CanvasRenderingContext2D.prototype.getImageData = function getImageData(...area) {
        const image = read.apply(this, area)
        for (let at = 0; at < image.data.length; at += 97) image.data[at] ^= 1
        return image
      }
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4, configurable: true, enumerable: true })`,
  },
}
