/**
 * Runs on every page before anything is painted, hydrated or not: sets the remembered theme, and serves
 * the three small buttons that pages without React have too. A form that is on its way is not sent a second time
 * by a double click; forms that React sends are left to it. Written as plain text because it goes into the page as it is.
 */
export const pageScript = `(()=>{const root=document.documentElement;root.dataset.js='';
window.__webpack_nonce__=document.currentScript.nonce;
let theme=null;try{theme=localStorage.getItem('theme')}catch{}
if(theme==='light'||theme==='dark')root.dataset.theme=theme;
const dark=()=>root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
const copy=async text=>{try{await navigator.clipboard.writeText(text)}catch{const area=document.createElement('textarea');area.value=text;area.style.position='fixed';area.style.opacity=0;document.body.append(area);area.select();document.execCommand('copy');area.remove()}};
document.addEventListener('click',async event=>{const target=event.target instanceof Element?event.target:null;if(!target)return;
if(target.closest('[data-theme-toggle]')){const next=dark()?'light':'dark';root.dataset.theme=next;try{localStorage.setItem('theme',next)}catch{}}
if(target.closest('[data-go-back]'))history.back();
const button=target.closest('[data-copy]');if(button){await copy(button.dataset.copy);button.dataset.copied='';setTimeout(()=>delete button.dataset.copied,2000)}});
let sent=new WeakSet();addEventListener('pageshow',()=>{sent=new WeakSet()});
addEventListener('submit',event=>{if(event.defaultPrevented)return;if(sent.has(event.target))event.preventDefault();else sent.add(event.target)})})()`
