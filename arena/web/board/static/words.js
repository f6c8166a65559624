// The words of the boards, in every language. A text may have {places}.

import { names } from "./names.js";

/** @typedef {"en"|"pt"|"fa"} Lang */

/** @type {Record<Lang, Record<string, string>>} */
export const words = {
  en: {
    ...names.en,
    play: "Play", pause: "Pause", next: "Next", back: "Back", first: "To the start", last: "To the end",
    nextFault: "Next fault", backFault: "Previous fault", speed: "Speed", perSecond: "{n} a second", position: "Position",
    link: "Copy link to this moment", copied: "Copied", svg: "SVG picture", png: "PNG picture",
    keys: "Keys", language: "Language", of: "{n} of {all}", live: "Live", follow: "Follow the match",
    controls: "Controls of the replay", views: "View", board: "Board {n}", boardOf: "Board {n} of {all}",
    start: "Start", chart: "Gold over time", zoomIn: "Closer", zoomOut: "Farther",
    keysText: "Space: play or pause · arrows: step · Page Up, Page Down: ten steps · Home, End: start, end · F, Shift+F: next, previous fault · + and −: speed · L: copy link · 1, 2, 3: view",
    wins: "{name} wins as {role}: {reason} (moves: {moves})", drawn: "Nobody wins: {reason} (moves: {moves})", points: "Points {a} : {b}",
    notCounted: "This match does not count: {why}", fault: "{name} ({role}): {fault}", refused: "{name} ({role}): {fault}, “{text}”",
    catStart: "The cat is in row {row}, column {col}; blocked cells: {n}.", blocks: "{n}: {name} blocks row {row}, column {col}.",
    goes: "{n}: {name} goes to row {row}, column {col}.", hint: "Shortest ways out", steps: "Steps to the border: {n}", walled: "No way out is left",
    soccerStart: "{name} ({role}) begins from the centre.", turn: "{n}: {name} ({role}) plays {steps}.", moves: "Moves", turns: "Turns",
    stageStart: "{rows} by {cols} cells; gold: {gold}; units of each team: {units}.", stage: "Stage {n}: gold {a} : {b}.",
    killed: "Killed: {list}.", took: "{name} takes {n} gold.", shots: "Shots: {n}.", stoodStill: "Both teams stand still; stages: {n}.",
    fog: "What {name} sees", all: "Everything", gold: "Gold", deaths: "Dead", bullets: "Bullets fired", alive: "Units",
    hunter: "hunter", miner: "miner", spy: "spy", north: "north goal", south: "south goal",
    cellAt: "row {row}, column {col}", choose: "{name}: choose a move", takeBack: "One step back", done: "Done", nothing: "No orders", order: "Order for {unit}",
    up: "up", right: "right", down: "down", left: "left", move: "Move ahead", fire: "Fire", hide: "Hide", show: "Appear",
    n0: "N", n1: "NE", n2: "E", n3: "SE", n4: "S", n5: "SW", n6: "W", n7: "NW",
  },
  pt: {
    ...names.pt,
    play: "Reproduzir", pause: "Pausar", next: "Próximo", back: "Anterior", first: "Ao início", last: "Ao fim",
    nextFault: "Próxima falha", backFault: "Falha anterior", speed: "Velocidade", perSecond: "{n} por segundo", position: "Posição",
    link: "Copiar link deste momento", copied: "Copiado", svg: "Imagem SVG", png: "Imagem PNG",
    keys: "Teclas", language: "Idioma", of: "{n} de {all}", live: "Ao vivo", follow: "Acompanhar a partida",
    controls: "Controles da reprodução", views: "Visão", board: "Tabuleiro {n}", boardOf: "Tabuleiro {n} de {all}",
    start: "Início", chart: "Ouro ao longo do tempo", zoomIn: "Aproximar", zoomOut: "Afastar",
    keysText: "Espaço: reproduzir ou pausar · setas: um passo · Page Up, Page Down: dez passos · Home, End: início, fim · F, Shift+F: próxima falha, falha anterior · + e −: velocidade · L: copiar link · 1, 2, 3: visão",
    wins: "{name} vence como {role}: {reason} (jogadas: {moves})", drawn: "Ninguém vence: {reason} (jogadas: {moves})", points: "Pontos {a} : {b}",
    notCounted: "Esta partida não conta: {why}", fault: "{name} ({role}): {fault}", refused: "{name} ({role}): {fault}, “{text}”",
    catStart: "O gato está na linha {row}, coluna {col}; casas bloqueadas: {n}.", blocks: "{n}: {name} bloqueia linha {row}, coluna {col}.",
    goes: "{n}: {name} vai para linha {row}, coluna {col}.", hint: "Saídas mais curtas", steps: "Passos até a borda: {n}", walled: "Não resta saída",
    soccerStart: "{name} ({role}) começa do centro.", turn: "{n}: {name} ({role}) joga {steps}.", moves: "Jogadas", turns: "Lances",
    stageStart: "{rows} por {cols} casas; ouro: {gold}; unidades por equipe: {units}.", stage: "Etapa {n}: ouro {a} : {b}.",
    killed: "Mortos: {list}.", took: "{name} pega {n} de ouro.", shots: "Tiros: {n}.", stoodStill: "As duas equipes ficam paradas; etapas: {n}.",
    fog: "O que {name} vê", all: "Tudo", gold: "Ouro", deaths: "Mortos", bullets: "Tiros dados", alive: "Unidades",
    hunter: "caçador", miner: "minerador", spy: "espião", north: "gol norte", south: "gol sul",
    cellAt: "linha {row}, coluna {col}", choose: "{name}: escolha uma jogada", takeBack: "Voltar um passo", done: "Pronto", nothing: "Sem ordens", order: "Ordem para {unit}",
    up: "cima", right: "direita", down: "baixo", left: "esquerda", move: "Avançar", fire: "Atirar", hide: "Esconder", show: "Aparecer",
    n0: "N", n1: "NE", n2: "L", n3: "SE", n4: "S", n5: "SO", n6: "O", n7: "NO",
  },
  fa: {
    ...names.fa,
    play: "پخش", pause: "توقف", next: "بعدی", back: "قبلی", first: "به آغاز", last: "به پایان",
    nextFault: "خطای بعدی", backFault: "خطای قبلی", speed: "سرعت", perSecond: "{n} در ثانیه", position: "وضعیت",
    link: "رونوشت پیوند این لحظه", copied: "رونوشت شد", svg: "تصویر SVG", png: "تصویر PNG",
    keys: "کلیدها", language: "زبان", of: "{n} از {all}", live: "زنده", follow: "دنبال کردن مسابقه",
    controls: "کنترل‌های پخش", views: "نما", board: "صفحهٔ {n}", boardOf: "صفحهٔ {n} از {all}",
    start: "آغاز", chart: "طلا در گذر زمان", zoomIn: "نزدیک‌تر", zoomOut: "دورتر",
    keysText: "فاصله: پخش یا توقف · جهت‌ها: یک گام · Page Up و Page Down: ده گام · Home و End: آغاز و پایان · F و Shift+F: خطای بعدی و قبلی · + و −: سرعت · L: رونوشت پیوند · 1، 2، 3: نما",
    wins: "{name} در نقش {role} برنده شد: {reason} (حرکت‌ها: {moves})", drawn: "بدون برنده: {reason} (حرکت‌ها: {moves})", points: "امتیاز {a} : {b}",
    notCounted: "این مسابقه به حساب نمی‌آید: {why}", fault: "{name} ({role}): {fault}", refused: "{name} ({role}): {fault}، «{text}»",
    catStart: "گربه در سطر {row}، ستون {col} است؛ {n} خانه بسته است.", blocks: "{n}: {name} سطر {row}، ستون {col} را می‌بندد.",
    goes: "{n}: {name} به سطر {row}، ستون {col} می‌رود.", hint: "کوتاه‌ترین راه‌های فرار", steps: "{n} گام تا مرز", walled: "راه فراری نمانده است",
    soccerStart: "{name} ({role}) از مرکز آغاز می‌کند.", turn: "{n}: {name} ({role}) بازی می‌کند: {steps}.", moves: "حرکت‌ها", turns: "نوبت‌ها",
    stageStart: "{rows} در {cols} خانه، {gold} طلا، هر تیم {units} نیرو.", stage: "مرحلهٔ {n}: طلا {a} : {b}.",
    killed: "کشته‌ها: {list}.", took: "{name} {n} طلا برداشت.", shots: "{n} شلیک.", stoodStill: "{n} مرحله که هر دو تیم بی‌حرکت‌اند.",
    fog: "دید {name}", all: "همه چیز", gold: "طلا", deaths: "کشته", bullets: "تیرهای شلیک‌شده", alive: "نیروها",
    hunter: "شکارچی", miner: "کارگر", spy: "جاسوس", north: "دروازهٔ شمال", south: "دروازهٔ جنوب",
    cellAt: "سطر {row}، ستون {col}", choose: "{name}: حرکتی انتخاب کنید", takeBack: "یک گام به عقب", done: "پایان", nothing: "بدون دستور", order: "دستور برای {unit}",
    up: "بالا", right: "راست", down: "پایین", left: "چپ", move: "پیش رفتن", fire: "شلیک", hide: "پنهان شدن", show: "آشکار شدن",
    n0: "شمال", n1: "شمال شرق", n2: "شرق", n3: "جنوب شرق", n4: "جنوب", n5: "جنوب غرب", n6: "غرب", n7: "شمال غرب",
  },
};

/** The languages by their own names. @type {Record<Lang, string>} */
export const languages = { en: "English", pt: "Português", fa: "فارسی" };

/**
 * @typedef {object} Texts
 * @property {Lang} lang
 * @property {"ltr"|"rtl"} dir
 * @property {(key: string, places?: Record<string, string|number>) => string} say
 * @property {(n: number) => string} number
 * @property {(reason: string) => string} reason of a verdict or a fault
 */

/**
 * Returns the texts of a language; English for one that there is none of.
 * What is put into a place keeps its own direction of writing.
 * @param {string} [lang] @returns {Texts}
 */
export function texts(lang = "en") {
  const short = /** @type {Lang} */ (lang.slice(0, 2) in words ? lang.slice(0, 2) : "en");
  const format = new Intl.NumberFormat(short);
  const number = (/** @type {number} */ n) => format.format(n);
  const say = (/** @type {string} */ key, /** @type {Record<string, string|number>} */ places = {}) =>
    (words[short][key] ?? key.replace(/^(game|role)\./, "")).replace(/\{(\w+)\}/g, (_, name) => {
      const v = places[name];
      return typeof v === "number" ? number(v) : `\u2068${v}\u2069`;
    });
  const reason = (/** @type {string} */ r) => words[short][`reason.${r}`] ?? r;
  return { lang: short, dir: short === "fa" ? "rtl" : "ltr", say, number, reason };
}
