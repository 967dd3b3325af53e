/**
 * Runs on every page before anything is painted, hydrated or not: sets the theme, and serves
 * the small buttons that pages without React have too. A form that is on its way is not sent a second time
 * by a double click; forms that React sends are left to it. Written as plain text because it goes into the page as it is.
 *
 * The theme of a signed-in person is that of their account: the server has put it into the page, and the buttons change it there too.
 * A page that knows nobody shows the one that this browser remembers, which is the last that it has shown.
 *
 * A button that copies says so itself, and has the page say it where there are toasts; see `tellPage` of the components.
 *
 * Pages without React take out of their address that somebody signed in for the first time; the others do it once they have read it.
 */
export const pageScript = `(()=>{const root=document.documentElement;root.dataset.js='';
window.__webpack_nonce__=document.currentScript.nonce;
const remember=theme=>{try{if(theme==='system')localStorage.removeItem('theme');else localStorage.setItem('theme',theme)}catch{}};
const account=root.dataset.accountTheme;let theme=null;
if(account)remember(account);else{try{theme=localStorage.getItem('theme')}catch{}if(theme==='light'||theme==='dark')root.dataset.theme=theme}
const choose=theme=>{if(theme==='system')delete root.dataset.theme;else root.dataset.theme=theme;remember(theme);
if(account)fetch('/'+root.lang+'/theme',{method:'POST',body:new URLSearchParams({theme}),keepalive:true}).catch(()=>{})};
const dark=()=>root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
const copy=async text=>{try{await navigator.clipboard.writeText(text);return true}catch{const before=document.activeElement;const area=document.createElement('textarea');area.value=text;area.style.position='fixed';area.style.opacity=0;document.body.append(area);area.select();const done=document.execCommand('copy');area.remove();before?.focus({preventScroll:true});return done}};
document.addEventListener('click',async event=>{const target=event.target instanceof Element?event.target:null;if(!target)return;
if(target.closest('[data-theme-toggle]'))choose(dark()?'light':'dark');
const choice=target.closest('[data-theme-choice]');if(choice)choose(choice.dataset.themeChoice);
if(target.closest('[data-go-back]'))history.back();
const button=target.closest('[data-copy]');if(!button)return;
const done=await copy(button.dataset.copy);
button.dispatchEvent(new CustomEvent('toast',{bubbles:true,cancelable:true,detail:done?{type:'SUCCESS',said:'copied'}:{type:'DANGER',said:'notCopied'}}));
if(done){button.dataset.copied='';setTimeout(()=>delete button.dataset.copied,2000)}});
let sent=new WeakSet();addEventListener('pageshow',()=>{sent=new WeakSet()});
addEventListener('DOMContentLoaded',()=>{const address=new URL(location.href);if(document.getElementById('site')||!address.searchParams.has('firstsignin'))return;address.searchParams.delete('firstsignin');history.replaceState(history.state,'',address)});
addEventListener('submit',event=>{if(event.defaultPrevented)return;if(sent.has(event.target))event.preventDefault();else sent.add(event.target)})})()`
