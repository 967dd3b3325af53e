import { loadFeed } from '../feeds/entries.server.ts'
import type { Route } from './+types/script.ts'

/** Puts the frame of the embed where the script stands: `<script async src="…/embed.js"></script>`. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page, at, answer } = await loadFeed(args)
  const frame = JSON.stringify({ src: at('/embed'), title: page.name }).replaceAll(/[<\u2028\u2029]/gu, escaped)
  const text = `(()=>{const of=${frame};const frame=document.createElement('iframe');Object.assign(frame,{src:of.src,title:of.title,width:'340',height:'56',loading:'lazy'});frame.style.border='0';frame.style.colorScheme='light dark';document.currentScript.after(frame)})()`
  return answer(text, 'text/javascript')
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
