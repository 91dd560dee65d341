require 'set'
require_relative 'lib/clock'

module Limits
  class Limiter
    BURST = 10
    attr_reader :rate

    def acquire!(permits)
      # def not_code
      "def not_code"
    end

    def self.build
      new
    end
  end
end
