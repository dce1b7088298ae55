import { menuPlace } from './menu-place.js';

const WINDOW = { width: 400, height: 300 };
const MENU = { width: 120, height: 100 };
const buttonAt = (left: number, top: number) => ({ left, top, right: left + 20, bottom: top + 20 });

it('opens below its button, with the right sides in one line', () => {
  expect(menuPlace(buttonAt(300, 50), MENU, WINDOW)).toEqual({ left: 200, top: 74 });
});

it('opens above a button that is low in the window', () => {
  expect(menuPlace(buttonAt(300, 250), MENU, WINDOW)).toEqual({ left: 200, top: 146 });
});

it('stays in the window if its button is at a side', () => {
  expect(menuPlace(buttonAt(2, 50), MENU, WINDOW).left).toBe(8);
  expect(menuPlace(buttonAt(395, 50), MENU, WINDOW).left).toBe(272);
});

it('is whole if it fits neither below nor above', () => {
  const low = { width: 400, height: 160 };
  expect(menuPlace(buttonAt(300, 70), MENU, low).top).toBe(52);
  expect(menuPlace(buttonAt(300, 70), { width: 120, height: 900 }, low).top).toBe(8);
});

it('stays in the window while its button is scrolled out of it', () => {
  expect(menuPlace(buttonAt(300, 900), MENU, WINDOW).top).toBe(192);
  expect(menuPlace(buttonAt(300, -400), MENU, WINDOW).top).toBe(8);
});
