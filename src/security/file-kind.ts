import { baseName, extension } from './code-language.ts';

/** Formats that hold NUL bytes by nature and that nothing executes: not read as text. */
const ASSETS = new Set(
  'png jpg jpeg gif webp avif bmp ico icns tif tiff heic psd woff woff2 ttf otf eot mp3 mp4 m4a mov avi mkv ogg oga ogv wav flac webm pdf'.split(
    ' ',
  ),
);

/** Formats that people read and programs run: a NUL byte in one hides it from every diff. */
const SOURCES = new Set(
  (
    'rb rake gemspec ru erb haml slim rbi rbs js mjs cjs jsx ts mts cts tsx vue svelte py pyw pyi go rs java kt kts scala groovy c h cc cpp hpp cs swift php pl pm lua ' +
    'sh bash zsh fish ps1 bat cmd sql html htm css scss less xml json jsonc yml yaml toml ini cfg conf md rst txt lock mk cmake tf gradle proto graphql'
  ).split(' '),
);
const SOURCE_NAMES = new Set(
  'gemfile rakefile makefile dockerfile procfile jenkinsfile vagrantfile .rspec .npmrc .env .gitattributes .gitignore'.split(
    ' ',
  ),
);

export function isAsset(path: string): boolean {
  return ASSETS.has(extension(path));
}

export function isSource(path: string): boolean {
  return SOURCES.has(extension(path)) || SOURCE_NAMES.has(baseName(path));
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|specs?|__tests__|features|e2e|cypress)\//iu;
/** A library for tests is no test: `lib/test/unit.rb`. */
const LIBRARY_FOLDER = /(?:^|\/)lib\/(?:[^/]+\/)*tests?\//iu;
const TEST_NAME = /(?:^|\/)(?:test_[^/]+\.(?:rb|pyw?)|conftest\.py|[^/]+[._-](?:test|spec|tests|cy)\.[^/.]+)$/iu;

/** Tests, their helpers and fixtures, by the names that runners look for. */
export function isTestPath(path: string): boolean {
  return (TEST_FOLDER.test(path) && !LIBRARY_FOLDER.test(path)) || TEST_NAME.test(path);
}

const RUNNABLE_TEST =
  /(?:_(?:spec|test)\.rb|(?:^|\/)test_[^/]+\.(?:rb|py)|_test\.py|\.(?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)__tests__\/.+\.[cm]?[jt]sx?)$/iu;

/** A file that a runner collects cases from, as opposed to helpers and fixtures beside it. */
export function holdsTests(path: string): boolean {
  return RUNNABLE_TEST.test(path) && !/(?:^|\/)fixtures?\//iu.test(path);
}
