/** The types of the package describe another form of module than it has. */
declare module 'robots-parser/Robots.js' {
  export default class Robots {
    constructor(url: string, contents: string);
    isAllowed(url: string, agent?: string): boolean | undefined;
    getCrawlDelay(agent?: string): number | undefined;
    getSitemaps(): string[];
  }
}
