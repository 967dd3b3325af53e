/**
 * A language that begins at the right and that nobody speaks: every letter of the page becomes a Hebrew one, so that lines, signs and numbers
 * take the places that they have in such a language. Code, and what is an address or a key, stays as it is written everywhere. Answers how
 * to get the page back.
 */
export function speakPseudoLanguage(root: HTMLElement): () => void {
  const undo: (() => void)[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const [node, words] = [text, text.nodeValue ?? '']
    if (node.parentElement?.closest('script, style, code, pre, textarea, [translate="no"]') !== null) continue
    node.nodeValue = turn(words)
    undo.push(() => {
      node.nodeValue = words
    })
  }
  document.documentElement.dir = 'rtl'
  return () => {
    for (const step of undo) step()
    document.documentElement.dir = 'ltr'
  }
}

const letters = 'אבגדהוזחטיכלמנסעפצקרשת'

function turn(text: string): string {
  return text.replaceAll(/\S+/gu, (word) =>
    /[@/_\d]|\p{L}\.\p{L}/u.test(word)
      ? word
      : word.replaceAll(/\p{L}/gu, (letter) => letters.charAt((letter.codePointAt(0) ?? 0) % letters.length)),
  )
}
