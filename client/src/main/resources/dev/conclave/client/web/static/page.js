'use strict';
// Optional enhancements: updates by server-sent events, relative times, keyboard shortcuts.

const main = document.querySelector('main');
const banner = document.querySelector('.connection');
const here = () => {
  const shown = document.querySelector('[data-session]');
  const round = new URLSearchParams(location.search).get('round');
  return shown
    ? '/s/' + encodeURIComponent(shown.dataset.session) + (round ? '?round=' + encodeURIComponent(round) : '')
    : location.pathname + location.search;
};
const watched = () => (document.querySelector('[data-watch]')?.dataset.watch ?? '').split('\n').filter(id => id);

// Times ------------------------------------------------------------------------------------------
function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const two = n => String(n).padStart(2, '0');
  if (s < 60) return s + 's';
  if (s < 3600) return Math.floor(s / 60) + 'm ' + two(s % 60) + 's';
  if (s < 86400) return Math.floor(s / 3600) + 'h ' + two(Math.floor(s % 3600 / 60)) + 'm';
  return Math.floor(s / 86400) + 'd ' + Math.floor(s % 86400 / 3600) + 'h';
}

function passTime() {
  for (const time of document.querySelectorAll('time[data-since]')) {
    time.title ||= time.textContent;
    const text = span((Date.now() - Date.parse(time.dataset.since)) / 1000);
    if (time.textContent !== text) time.textContent = text;
  }
}

// Sections ---------------------------------------------------------------------------------------
/** Whether the user is filling in a form of the gate that is still open. */
function isBeingFilledIn(old, fresh) {
  const gate = section => section.querySelector('[data-gate]')?.dataset.gate;
  const same = gate(old) && gate(old) === gate(fresh);
  return same && ('touched' in old.dataset || old.querySelector('#refusal')) &&
      !fresh.querySelector('.checking');
}

/** Returns text typed into a form that is no longer shown. */
function typed(section) {
  return [...section.querySelectorAll('textarea, input[type=text]')]
    .filter(input => input.value !== input.defaultValue)
    .map(input => input.value);
}

function replace(old, fresh) {
  if (old.dataset.version === fresh.dataset.version || isBeingFilledIn(old, fresh)) return;
  const words = typed(old);
  for (const details of old.querySelectorAll('details[id]')) {
    const other = fresh.querySelector('#' + CSS.escape(details.id));
    if (other && other.tagName === 'DETAILS') other.open = details.open;
  }
  const focused = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus();
  const before = old.querySelector('.kept');
  if (before && !fresh.querySelector('.kept')) fresh.append(before);
  if (words.length) {
    const kept = document.createElement('div');
    kept.className = 'kept';
    kept.append(main.dataset.kept, ...words.map(text => {
      const block = document.createElement('pre');
      block.textContent = text;
      return block;
    }));
    fresh.append(kept);
  }
}

const gateNow = () => document.querySelector('#gate [data-gate]')?.dataset.gate;
let gate = gateNow();

/** Tells that a new gate is open, in place of the confirmation of the last answer. */
function announce() {
  if (!gateNow() || gateNow() === gate) return;
  gate = gateNow();
  const [heading, sent] = ['#gate h2', '.sent'].map(one => document.querySelector(one));
  if (sent && sent === document.activeElement) go(heading);
  sent?.remove();
  document.getElementById('news').textContent = heading.textContent;
}

function replaceContents(old, fresh) {
  if (old && fresh && old.innerHTML !== fresh.innerHTML) old.replaceWith(fresh);
}

function replaceAll(page) {
  let before = null;
  const fresh = [...page.querySelectorAll('section[data-version]')];
  for (const section of fresh) {
    const old = document.getElementById(section.id);
    if (old) {
      replace(old, section);
      before = document.getElementById(section.id);
    } else if (before) {
      before.after(section);
      before = section;
    }
  }
  return fresh;
}

let refreshing = null;
let again = false;
let leaving = false; // a form is being sent; its reply is the next page

/** Fetches the page again; a request during a fetch runs after it. */
async function refresh(live) {
  if (refreshing || leaving) {
    again ||= !live;
    return;
  }
  refreshing = live ? here().replace('/s/', '/live/') : here();
  try {
    const reply = await fetch(refreshing, {credentials: 'same-origin'});
    if (reply.status === 401) return lost('left');
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    if (!reply.ok || leaving) return;
    const fresh = replaceAll(page);
    if (!live) {
      for (const old of document.querySelectorAll('section[data-version]')) {
        if (!fresh.some(section => section.id === old.id)) old.remove();
      }
      for (const part of ['watch', 'inbox']) {
        const other = page.querySelector(`[data-${part}]`);
        if (other) document.querySelector(`[data-${part}]`).dataset[part] = other.dataset[part];
      }
      replaceContents(document.querySelector('.toc'), page.querySelector('.toc'));
      announce();
      tell({want: watched()});
      document.querySelector('.stop')?.toggleAttribute('hidden', !page.querySelector('.stop'));
    }
    passTime();
  } catch (e) {
    lost('lost');
  } finally {
    refreshing = null;
    if (again) {
      again = false;
      refresh(false);
    }
  }
}

// Connection -------------------------------------------------------------------------------------
function lost(why, sentence) {
  banner.textContent = sentence || banner.dataset[why];
  banner.hidden = false;
}

function found() {
  if (banner.hidden) return;
  banner.hidden = true;
  refresh(false);
}

const heard = {
  inbox(now) {
    document.title = (now.waiting ? `(${now.waiting}) ` : '') + document.title.replace(/^\(\d+\) /, '');
    const shown = document.querySelector('[data-inbox]');
    if (shown && shown.dataset.inbox !== String(now.version)) refresh(false);
  },
  session: id => watched().includes(id) && refresh(false),
  live: id => watched().includes(id) && refresh(true),
  trouble(sentence) {
    if (sentence) lost(sentence, banner.dataset[sentence] || sentence);
    else found();
  },
  open: found,
  lost,
};

// Browsers open at most six connections per host, so one tab listens and informs the others.
const me = Math.random().toString(36).slice(2);
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('conclave-events') : null;
const wants = new Map();
let source = null;
let listening = '';
let leads = false;

function tell(message) {
  channel?.postMessage({...message, from: me});
  take({...message, from: me});
}

function take(message) {
  if (message.event) heard[message.event](message.data);
  if (!leads) {
    if (message.who) channel?.postMessage({want: watched(), from: me});
    return;
  }
  if (message.want) wants.set(message.from, message.want);
  if (message.bye) wants.delete(message.from);
  if (message.fresh) listening = ''; // a new stream tells a new tab what it missed while loading
  if (message.want || message.bye) listen();
}

function listen() {
  const all = [...new Set([...wants.values()].flat())].sort();
  const address = '/events?' + all.map(id => 's=' + encodeURIComponent(id)).join('&');
  if (address === listening && source && source.readyState !== EventSource.CLOSED) return;
  source?.close();
  listening = address;
  source = new EventSource(address);
  source.onopen = () => tell({event: 'open'});
  source.onerror = async () => {
    if (source.readyState === EventSource.CLOSED) {
      // The server refused, or the browser gave up.
      const reply = await fetch('/static/page.css').then(() => fetch(here()), () => null).catch(() => null);
      tell({event: 'lost', data: reply?.status === 401 ? 'left' : 'lost'});
      if (reply?.status !== 401) setTimeout(listen, 2000);
    } else {
      tell({event: 'lost', data: 'lost'});
    }
  };
  for (const event of ['inbox', 'session', 'live', 'trouble']) {
    source.addEventListener(event, news => tell({event, data: JSON.parse(news.data)}));
  }
}

function lead() {
  leads = true;
  wants.set(me, watched());
  channel?.postMessage({who: true, from: me});
  listen();
}

if (main.dataset.news !== 'off') {
  channel?.addEventListener('message', event => take(event.data));
  tell({want: watched(), fresh: true});
  if (channel && navigator.locks) {
    navigator.locks.request('conclave-events', () => {
      lead();
      return new Promise(() => {});
    });
  } else {
    lead();
  }
  addEventListener('pagehide', () => channel?.postMessage({bye: true, from: me}));
  addEventListener('pageshow', event => {
    if (event.persisted) location.reload();
  });
}

// Forms and keys ---------------------------------------------------------------------------------
document.addEventListener('input', event => {
  const section = event.target.closest('section[data-version]');
  if (section) section.dataset.touched = '';
});

document.addEventListener('submit', event => {
  leaving = event.target.method === 'post';
  setTimeout(() => { leaving = false; }, 40000);
  const button = event.submitter;
  if (!button || button.name) return; // a named button is part of the form data
  setTimeout(() => { button.disabled = true; });
});

const help = document.getElementById('help');

/** Returns the group that a number key applies to: the focused one, else the first open one. */
function group(answer) {
  const groups = [...answer.querySelectorAll('fieldset')].filter(one => one.querySelector('[data-number]'));
  const focused = groups.find(one => one.contains(document.activeElement));
  const isOpen = one => !one.querySelector('input[type=radio]:checked');
  return focused && (focused.matches('.options') || isOpen(focused)) ? focused : groups.find(isOpen) || focused || groups[0];
}

function choose(number) {
  const open = document.querySelector('#gate .answer[open]');
  const choice = open && group(open)?.querySelector(`input[type=radio][data-number="${number}"]`);
  if (choice) {
    choice.checked = true;
    choice.focus();
    choice.dispatchEvent(new Event('input', {bubbles: true}));
    return;
  }
  const answers = [...document.querySelectorAll('#gate .answer')];
  const wanted = answers[number - 1];
  if (!wanted) return;
  answers.forEach(answer => { answer.open = answer === wanted; });
  (wanted.querySelector('input:not([type=hidden]), textarea, select') || wanted.querySelector('summary')).focus();
}

function send(form) {
  if (!form) return;
  const missing = form.querySelector(':invalid:not(fieldset)');
  if (missing) {
    missing.focus();
    return;
  }
  const given = [...form.elements].some(input => input.matches('[type=radio], [type=checkbox]')
    ? input.checked !== input.defaultChecked
    : input.matches('textarea, [type=text]') && input.value !== input.defaultValue);
  const first = 'asks' in form.dataset && form.querySelector('input[type=text], textarea');
  const button = form.querySelector('button[type=submit]');
  if (given || document.activeElement === button) {
    form.requestSubmit();
  } else {
    (first || button).focus(); // a single key press never sends an answer
  }
}

function go(heading) {
  heading?.setAttribute('tabindex', -1);
  heading?.focus();
}

document.addEventListener('keydown', event => {
  const typing = event.target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target.matches('textarea, input')) {
    send(event.target.form);
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || help?.open) return;
  if (/^[1-9]$/.test(event.key)) {
    choose(Number(event.key));
  } else if (event.key === 'a') {
    send(document.querySelector('#gate .answer[open] form'));
  } else if (event.key === 'g') {
    go(document.querySelector('#gate h2'));
  } else if (event.key === 'n' || event.key === 'p') {
    const all = [...document.querySelectorAll('.sections h2')];
    const at = all.findLastIndex(one => one === document.activeElement || one.getBoundingClientRect().top < 0);
    go(all[event.key === 'n' ? at + 1 : at - 1]);
  } else if (event.key === '?') {
    help?.showModal();
  } else {
    return;
  }
  event.preventDefault();
});

// Shows the result of an answer once, not after each reload.
if (new URLSearchParams(location.search).has('sent')) history.replaceState(null, '', location.pathname);
document.querySelector('.sent, #refusal')?.focus();

// Comments on lines of a diff, which become lines of the `fix` text ---------------------------------
document.addEventListener('click', event => {
  const link = event.target.closest('a.comment');
  const text = document.querySelector('#answer-fix textarea');
  if (!link || !text) return;
  event.preventDefault();
  const row = link.closest('tr');
  if (row.nextElementSibling?.querySelector('form')) return;
  row.after(document.getElementById('comment').content.cloneNode(true));
  const editor = row.nextElementSibling;
  const words = editor.querySelector('textarea');
  words.focus();
  editor.addEventListener('reset', () => { editor.remove(); link.focus(); });
  editor.addEventListener('submit', given => {
    given.preventDefault();
    given.stopPropagation();
    const comment = words.value.trim().replace(/\s+/g, ' ');
    const before = text.value.trimEnd();
    text.value = (before && before + '\n') +
      row.closest('table').dataset.path + ':' + link.textContent + ': ' + comment;
    text.dispatchEvent(new Event('input', {bubbles: true}));
    text.closest('details').open = true; // so that the user can review and send it
    editor.lastElementChild.textContent = comment;
    link.focus();
  });
});

// Sortable tables, and links into collapsed parts --------------------------------------------------
const ranks = ['critical', 'high', 'medium', 'low'];

document.addEventListener('click', event => {
  const head = event.target.closest('table[data-sortable] th');
  if (!head) return;
  const up = head.getAttribute('aria-sort') !== 'ascending';
  const value = row => {
    const cell = row.cells[head.cellIndex];
    const rank = ranks.indexOf(cell.dataset.rank);
    return rank < 0 ? cell.textContent.trim() : String(rank);
  };
  const body = head.closest('table').tBodies[0];
  const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * value(a).localeCompare(value(b)));
  body.append(...rows);
  for (const other of head.parentElement.cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
});

function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = target; at; at = at.parentElement) {
    if (at.tagName === 'DETAILS') at.open = true;
  }
}

addEventListener('hashchange', openTarget);
openTarget();

passTime();
setInterval(passTime, 1000);
