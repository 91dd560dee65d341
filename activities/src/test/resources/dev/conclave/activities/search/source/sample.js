'use strict';
var utils = require('../lib/utils');
var quotes = /["'`]/g;

res.clearCookie = function clearCookie(name, options) {
  return this.cookie(name, '', options);
};

exports.parse = function (text) {
  return text.replace(/\/\*/g, '');
};

function helper() {}

const after = async (x) => x;
