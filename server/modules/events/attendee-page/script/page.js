// What the parts of the script share: the page, its data and its words.
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const page = JSON.parse(byId('attendee-data').textContent);
const { words } = page;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const make = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
const pathOf = (action) => new URL(action, location.href).pathname;
