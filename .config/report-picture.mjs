// `npm run report-picture -- FOLDER [FILE]`: takes the picture of src/test-automation/README.md from the report.html of a session's folder, from its third
// section on. Needs Chromium and a Korean font (`apt-get install chromium fonts-nanum`; CHROMIUM names another place).
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = path.join(import.meta.dirname, '..');
const [folder, file = path.join(root, '.github', 'images', 'report.png')] = process.argv.slice(2);
const report = folder === undefined ? undefined : path.resolve(folder, 'report.html');
if (report === undefined || !existsSync(report)) {
  console.error('Give the folder of a session (DATA_DIR/output/test_sessions/ID); it has to hold report.html.');
  process.exit(2);
}
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) {
  console.error('There is no Chromium: apt-get install chromium fonts-nanum, or name it in CHROMIUM.');
  process.exit(2);
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 } });
  await page.goto(pathToFileURL(report).href);
  // The sections of a report are fixed: dynamic results are the third.
  const top = await page
    .locator('h2')
    .nth(2)
    .evaluate((head) => head.getBoundingClientRect().top + window.scrollY);
  const clip = { x: 0, y: Math.max(0, top - 16), width: 900, height: 1000 };
  await page.screenshot({ path: file, clip, fullPage: true });
  console.log(file);
} finally {
  await browser.close();
}
